import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { SignatureResult } from "../../contract/rules/door/doorJudge.ts";
import { type QrReading, readQrText } from "../../contract/rules/door/qr.ts";
import type { DoorScan } from "../../contract/shapes/door/door.ts";
import type { Db } from "../db/pool.ts";
import { signAttendeeQr, signExtrasQr, verifyAttendeeQr, verifyExtrasQr } from "../documents/qrSignature.ts";
import { eventKey } from "../events/rows.ts";
import { attendeesByOldCode, oldCodeHash } from "../registrations/oldCodes.ts";
import { isSameSecret } from "../registrations/proof.ts";
import type { ReadCode, ReadScan } from "./scans.ts";

export type StoredKey = NonNullable<Awaited<ReturnType<typeof eventKey>>>;

/** An event's key does not change. */
const cachedKeys = new WeakMap<Db, LRUCache<number, StoredKey>>();

async function keyOfEvent(db: Db, eventId: number): Promise<StoredKey | null> {
  const cache = cachedKeys.get(db) ?? new LRUCache({ max: 1000 });
  cachedKeys.set(db, cache);
  const key = cache.get(eventId) ?? (await eventKey(db, eventId));
  if (key !== undefined) cache.set(eventId, key);
  return key ?? null;
}

/** A signed code of another event is `bad`. */
function signatureOf(
  { reading, text }: { reading: QrReading | null; text: string },
  eventId: number,
  key: StoredKey | null,
): SignatureResult {
  if (reading === null || reading.s === null) return "none";
  const isValid =
    reading.e === eventId && key !== null && (isOwnSignature(reading, key) || isSigned(reading, key, text));
  return isValid ? "good" : "bad";
}

/** Signs again and compares: Ed25519 is deterministic (RFC 8032), and signing is faster than verifying. */
function isOwnSignature(reading: QrReading, { private_key }: StoredKey): boolean {
  const e = reading.e ?? 0;
  const text =
    reading.kind === "attendee"
      ? signAttendeeQr(private_key, { ...reading, e })
      : signExtrasQr(private_key, { ...reading, e });
  return isSameSecret(readQrText(text)?.s ?? "", reading.s ?? "");
}

function isSigned(reading: QrReading, { public_key }: StoredKey, text: string): boolean {
  return (reading.kind === "attendee" ? verifyAttendeeQr : verifyExtrasQr)(public_key, text);
}

/** After this many codes the event loop gets a turn, because checking signatures blocks it. */
const codesPerTurn = 25;

/** Reads texts shown at a door of the event, also codes of the previous system. */
export async function readCodes(db: Db, eventId: number, texts: readonly string[]): Promise<ReadCode[]> {
  if (texts.length === 0) return [];
  const key = await keyOfEvent(db, eventId);
  const readings = texts.map((text) => ({ text, reading: readQrText(text) }));
  const oldHashes = readings.flatMap(({ text, reading }) => (reading === null ? [oldCodeHash(text)] : []));
  const attendees = await attendeesByOldCode(db, eventId, oldHashes);
  const codes: ReadCode[] = [];
  for (const { text, reading } of readings) {
    const hash = reading === null ? oldCodeHash(text) : null;
    const attendeeId = hash === null ? undefined : attendees.get(hash);
    codes.push({
      reading,
      signature: signatureOf({ reading, text }, eventId, key),
      oldCode: attendeeId === undefined ? null : { attendeeId, hash: hash! },
    });
    if (codes.length % codesPerTurn === 0) await setImmediate();
  }
  return codes;
}

/** The scans of a device at an event's door. */
export async function readScans(db: Db, eventId: number, scans: readonly DoorScan[]): Promise<ReadScan[]> {
  const texts = scans.flatMap(({ code }) => (code ? [code] : []));
  const codes = await readCodes(db, eventId, texts);
  return scans.map((scan) => readScan(scan, scan.code ? codes.shift()! : null));
}

function readScan(scan: DoorScan, code: ReadCode | null): ReadScan {
  return {
    scanId: scan.scanId.toLowerCase(),
    sequence: scan.sequence,
    kind: scan.kind,
    attendeeId: scan.attendeeId ?? null,
    purchaseId: scan.purchaseId ?? null,
    code,
    lines: scan.lines ?? null,
    undoes: (scan.undoes ?? []).map((id) => id.toLowerCase()),
    decided: scan.decided,
    claimedAt: scan.claimedAt,
    judgesDay: true,
  };
}
