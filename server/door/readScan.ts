/** Reads the code of a scan and checks its signature, before the attendee is looked up. */
import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type QrReading, readQrText } from "../../contract/rules/qr.ts";
import type { DoorScan } from "../../contract/shapes/door.ts";
import type { Db } from "../db/pool.ts";
import { signAttendeeQr, signExtrasQr, verifyAttendeeQr, verifyExtrasQr } from "../documents/qrSignature.ts";
import { eventKey } from "../events/rows.ts";
import { isSameSecret } from "../registrations/proof.ts";
import type { ReadScan } from "./scans.ts";

/** An event's key pair as stored. */
export type StoredKey = NonNullable<Awaited<ReturnType<typeof eventKey>>>;

/** An event's key never changes. */
const cachedKeys = new WeakMap<Db, LRUCache<number, StoredKey>>();

/** The key of an event, read once; null if there is none. */
export async function keyOfEvent(db: Db, eventId: number): Promise<StoredKey | null> {
  const cache = cachedKeys.get(db) ?? new LRUCache({ max: 1000 });
  cachedKeys.set(db, cache);
  const key = cache.get(eventId) ?? (await eventKey(db, eventId));
  if (key !== undefined) cache.set(eventId, key);
  return key ?? null;
}

/** A code scanned at a door whose event has this key. A signature of another event is not checked. */
export function readCode(
  text: string,
  eventId: number,
  key: StoredKey | null,
): NonNullable<ReadScan["code"]> {
  const reading = readQrText(text);
  if (reading === null || reading.s === null) return { reading, signature: "none" };
  const isValid =
    reading.e === eventId && key !== null && (isOwnSignature(reading, key) || isSigned(reading, key, text));
  return { reading, signature: isValid ? "good" : "bad" };
}

/** Ed25519 signatures are deterministic (RFC 8032), and signing takes a third of the time of verifying. */
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

/** Checking a signature takes a part of a millisecond: after this many the event loop gets a turn. */
const scansPerTurn = 25;

/** The scans of a device at an event's door. */
export async function readScans(db: Db, eventId: number, scans: readonly DoorScan[]): Promise<ReadScan[]> {
  const key = scans.some(({ code }) => code) ? await keyOfEvent(db, eventId) : null;
  const results: ReadScan[] = [];
  for (const [index, scan] of scans.entries()) {
    results.push(readScan(scan, eventId, key));
    if (index % scansPerTurn === scansPerTurn - 1) await setImmediate();
  }
  return results;
}

function readScan(scan: DoorScan, eventId: number, key: StoredKey | null): ReadScan {
  return {
    scanId: scan.scanId.toLowerCase(),
    sequence: scan.sequence,
    kind: scan.kind,
    attendeeId: scan.attendeeId ?? null,
    purchaseId: scan.purchaseId ?? null,
    code: scan.code ? readCode(scan.code, eventId, key) : null,
    lines: scan.lines ?? null,
    undoes: (scan.undoes ?? []).map((id) => id.toLowerCase()),
    decided: scan.decided,
    claimedAt: scan.claimedAt,
    judgesDay: true,
  };
}
