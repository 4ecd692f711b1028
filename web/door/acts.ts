/**
 * What a device does: lets somebody in, hands something over, takes it back. Invariant: what has returned is on the disk,
 * in the queue and in the copy, by one transaction.
 */
import type { DoorAttendee, DoorScan } from "../../contract/shapes/door.ts";
import { newKey } from "../lib/newKey.ts";
import { change, type DoorStore, type DoorTransaction, write } from "./doorStore.ts";
import { admissionAfter, holdingIds, type WaitingScan } from "./waiting.ts";

/** What is to be done, to whom or what. */
export interface DoorAct {
  readonly kind: DoorScan["kind"];
  readonly attendeeId: number | null;
  readonly purchaseId: number | null;
  /** The scanned text; null where a name was chosen. */
  readonly code: string | null;
  /** False: the server is there to decide. True: nobody waits for it. */
  readonly decided: boolean;
  /** What the clock says. */
  readonly claimedAt: string;
}

/** An act as it was written: its scan, and the attendee as they stand now, if they are of this copy. */
export interface WrittenAct {
  readonly scan: WaitingScan;
  readonly attendee: DoorAttendee | null;
}

/** Writes an act; null when there is nothing to do: they are in already, or are not. */
export function writeAct(store: DoorStore, act: DoorAct): Promise<WrittenAct | null> {
  return write(store, "strict", (tx) => writeIn(tx, act));
}

async function writeIn(tx: DoorTransaction, act: DoorAct): Promise<WrittenAct | null> {
  const { attendee, purchase, own } = await standing(tx, act);
  const before = attendee?.admission ?? purchase?.redemption ?? null;
  // Somebody whom this copy does not know yet is in by what waits alone.
  const isIn = attendee || purchase ? before !== null : admissionAfter(null, own) !== null;
  if (isIn !== (act.kind === "undo")) return null;
  const { sequence, door } = await change(tx, (kept) => ({ sequence: kept.sequence + 1 }));
  const scan: WaitingScan = {
    ...act,
    sequence,
    scanId: newKey(),
    undoes: act.kind === "undo" ? holdingIds(before, own) : [],
    gate: door?.gate ?? "",
  };
  await tx.objectStore("queue").add(scan);
  const now = attendee ? { ...attendee, admission: admissionAfter(before, [scan]) } : null;
  if (now) await tx.objectStore("attendees").put(now);
  if (purchase)
    await tx.objectStore("purchases").put({ ...purchase, redemption: admissionAfter(before, [scan]) });
  return { scan, attendee: now };
}

/** The one an act is done to, as this device sees them, and their scans that wait. */
async function standing(tx: DoorTransaction, { attendeeId, purchaseId }: DoorAct) {
  const queue = tx.objectStore("queue");
  if (attendeeId !== null)
    return {
      attendee: await tx.objectStore("attendees").get(attendeeId),
      own: await queue.index("attendeeId").getAll(attendeeId),
    };
  if (purchaseId === null) return { own: [] };
  return {
    purchase: await tx.objectStore("purchases").get(purchaseId),
    own: await queue.index("purchaseId").getAll(purchaseId),
  };
}

/** Makes facts of what was asked and not answered in time: of one scan, or of all that wait. */
export async function decideUnanswered(store: DoorStore, sequence?: number): Promise<void> {
  await write(store, "strict", async (tx) => {
    const queue = tx.objectStore("queue");
    const asked = sequence === undefined ? await queue.getAll() : [await queue.get(sequence)];
    for (const scan of asked) if (scan && !scan.decided) await queue.put({ ...scan, decided: true });
  });
}
