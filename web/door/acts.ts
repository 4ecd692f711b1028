/**
 * The acts of a device: admit an attendee, hand over extras, undo either. Invariant: a returned act is on the disk, in
 * the queue and in the copy, written by one transaction.
 */
import type { DoorAttendee, DoorScan } from "../../contract/shapes/door.ts";
import { newKey } from "../lib/newKey.ts";
import { change, type DoorStore, type DoorTransaction, write } from "./doorStore.ts";
import { admissionAfter, admittingScanIds, type QueuedScan } from "./queuedScans.ts";

/** An act to write: its kind and its target. */
export interface DoorAct {
  readonly kind: DoorScan["kind"];
  readonly attendeeId: number | null;
  readonly purchaseId: number | null;
  /** The scanned text; null if a name was chosen. */
  readonly code: string | null;
  /** False: the server should decide. True: nobody waits for its decision. */
  readonly decided: boolean;
  /** The time of this device's clock. */
  readonly claimedAt: string;
}

/** A written act: its scan, and the attendee's new state if the attendee is in this copy. */
export interface WrittenAct {
  readonly scan: QueuedScan;
  readonly attendee: DoorAttendee | null;
}

/** Writes an act. Returns null if there is nothing to do, because the state is already the requested one. */
export function writeAct(store: DoorStore, act: DoorAct): Promise<WrittenAct | null> {
  return write(store, "strict", (tx) => writeInTransaction(tx, act));
}

async function writeInTransaction(tx: DoorTransaction, act: DoorAct): Promise<WrittenAct | null> {
  const { attendee, purchase, scans } = await readTarget(tx, act);
  const before = attendee?.admission ?? purchase?.redemption ?? null;
  // This copy may not know the attendee yet. Then the pending scans alone say whether they are in.
  const isIn = attendee || purchase ? before !== null : admissionAfter(null, scans) !== null;
  if (isIn !== (act.kind === "undo")) return null;
  const { sequence, door } = await change(tx, (saved) => ({ sequence: saved.sequence + 1 }));
  const scan: QueuedScan = {
    ...act,
    sequence,
    scanId: newKey(),
    undoes: act.kind === "undo" ? admittingScanIds(before, scans) : [],
    gate: door?.gate ?? "",
  };
  await tx.objectStore("queue").add(scan);
  const updated = attendee ? { ...attendee, admission: admissionAfter(before, [scan]) } : null;
  if (updated) await tx.objectStore("attendees").put(updated);
  if (purchase)
    await tx.objectStore("purchases").put({ ...purchase, redemption: admissionAfter(before, [scan]) });
  return { scan, attendee: updated };
}

/** The target of an act as this device sees it, and its pending scans. */
async function readTarget(tx: DoorTransaction, { attendeeId, purchaseId }: DoorAct) {
  const queue = tx.objectStore("queue");
  if (attendeeId !== null)
    return {
      attendee: await tx.objectStore("attendees").get(attendeeId),
      scans: await queue.index("attendeeId").getAll(attendeeId),
    };
  if (purchaseId === null) return { scans: [] };
  return {
    purchase: await tx.objectStore("purchases").get(purchaseId),
    scans: await queue.index("purchaseId").getAll(purchaseId),
  };
}

/** Marks scans as decided if the server did not answer in time: one scan, or all pending ones. */
export async function markUnansweredDecided(store: DoorStore, sequence?: number): Promise<void> {
  await write(store, "strict", async (tx) => {
    const queue = tx.objectStore("queue");
    const undecided = sequence === undefined ? await queue.getAll() : [await queue.get(sequence)];
    for (const scan of undecided) if (scan && !scan.decided) await queue.put({ ...scan, decided: true });
  });
}
