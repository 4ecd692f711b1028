/** What does a scan say, before anybody is asked about whom it names? Codes are read and signatures checked here. */
import { setImmediate } from "node:timers/promises";
import type { DoorScan } from "../../contract/door.ts";
import type { SignatureWord } from "../../contract/rules/doorJudge.ts";
import { readQrText } from "../../contract/rules/qr.ts";
import type { Db } from "../db/pool.ts";
import { verifyAttendeeQr, verifyExtrasQr } from "../documents/qrSignature.ts";
import { eventKey } from "../events/rows.ts";
import type { TakenScan } from "./scans.ts";

/** A code as it was scanned at a door whose event has this public key. A signature of another event is not looked at. */
export function readCode(text: string, eventId: number, publicKey: string): NonNullable<TakenScan["code"]> {
  const reading = readQrText(text);
  let signature: SignatureWord = "none";
  if (reading !== null && reading.s !== null && reading.e === eventId) {
    const verify = reading.kind === "attendee" ? verifyAttendeeQr : verifyExtrasQr;
    signature = verify(publicKey, text) ? "good" : "bad";
  }
  return { reading, signature };
}

/** To check a signature takes a tenth of a millisecond: who waits for something else is let in between. */
const readAtOnce = 25;

/** The scans of a device at an event's door. */
export async function readScans(db: Db, eventId: number, scans: readonly DoorScan[]): Promise<TakenScan[]> {
  const key = scans.some(({ code }) => code) ? await eventKey(db, eventId) : undefined;
  const taken: TakenScan[] = [];
  for (const [index, scan] of scans.entries()) {
    taken.push(readScan(scan, eventId, key?.public_key ?? ""));
    if (index % readAtOnce === readAtOnce - 1) await setImmediate();
  }
  return taken;
}

function readScan(scan: DoorScan, eventId: number, publicKey: string): TakenScan {
  return {
    scanId: scan.scanId.toLowerCase(),
    sequence: scan.sequence,
    kind: scan.kind,
    attendeeId: scan.attendeeId ?? null,
    purchaseId: scan.purchaseId ?? null,
    code: scan.code ? readCode(scan.code, eventId, publicKey) : null,
    undoes: (scan.undoes ?? []).map((id) => id.toLowerCase()),
    decided: scan.decided,
    claimedAt: scan.claimedAt,
    judgesDay: true,
  };
}
