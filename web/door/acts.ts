/**
 * Invariant: a returned act is on the disk, in the queue and at its target in the copy (if the copy has it), written by
 * one transaction.
 */
import { areLeft, countsOfLines } from "../../contract/rules/door/handovers.ts";
import type { DoorAttendee, DoorPurchase, DoorScan } from "../../contract/shapes/door/door.ts";
import { newKey } from "../lib/newKey.ts";
import { change, type DoorStore, type DoorTransaction, write } from "./doorStore.ts";
import { handoversIn, leftOf, sumOfCounts } from "./handovers.ts";
import { admissionAfter, admittingScanIds, type QueuedScan, withQueuedPurchase } from "./queuedScans.ts";

export interface DoorAct {
  readonly kind: DoorScan["kind"];
  readonly attendeeId: number | null;
  readonly purchaseId: number | null;
  /** The scanned text; null without one, and for an undo. */
  readonly code: string | null;
  /** The items to hand over; if missing or null, everything that is left. */
  readonly lines?: DoorScan["lines"];
  /** The scans to undo; if missing, all that admit the attendee, or all handovers of the purchase. */
  readonly scanIds?: readonly string[] | undefined;
  /** True if this device has decided; false if the server is to decide. */
  readonly decided: boolean;
  readonly claimedAt: string;
}

export interface WrittenAct {
  readonly scan: QueuedScan;
  /** The attendee after the act; null for extras, and if this copy does not have the attendee. */
  readonly attendee: DoorAttendee | null;
}

/** Writes an act. Returns null if there is nothing to do, or if not enough of the extras is left. */
export function writeAct(store: DoorStore, act: DoorAct): Promise<WrittenAct | null> {
  return write(store, "strict", (tx) => writeInTransaction(tx, act));
}

async function writeInTransaction(
  tx: DoorTransaction,
  { scanIds, ...act }: DoorAct,
): Promise<WrittenAct | null> {
  const { attendee, purchase, scans } = await readTarget(tx, act);
  const before = attendee?.admission ?? null;
  // This copy may not know the target yet. Then only the pending scans show what was done.
  const isIn = attendee ? before !== null : admissionAfter(null, scans) !== null;
  const activeScanIds = purchase
    ? handoversIn(purchase).map(({ scanId }) => scanId)
    : isIn
      ? admittingScanIds(before, scans)
      : [];
  const undoes = act.kind === "undo" ? activeScanIds.filter((id) => scanIds?.includes(id) ?? true) : [];
  const isPossible = act.kind === "undo" ? undoes.length > 0 : purchase ? isEnoughLeft(purchase, act) : !isIn;
  if (!isPossible) return null;
  const { sequence, door } = await change(tx, (saved) => ({ sequence: saved.sequence + 1 }));
  const scan: QueuedScan = {
    ...act,
    sequence,
    scanId: newKey(),
    undoes,
    gate: door?.gate ?? "",
  };
  await tx.objectStore("queue").add(scan);
  const updated = attendee ? { ...attendee, admission: admissionAfter(before, [scan]) } : null;
  if (updated) await tx.objectStore("attendees").put(updated);
  if (purchase) await tx.objectStore("purchases").put(withQueuedPurchase(purchase, [scan]));
  return { scan, attendee: updated };
}

function isEnoughLeft(purchase: DoorPurchase, { lines }: Pick<DoorAct, "lines">): boolean {
  const left = leftOf(purchase);
  if (!lines) return sumOfCounts(left) > 0;
  return areLeft({ ...purchase, handovers: handoversIn(purchase) }, countsOfLines(purchase.items, lines));
}

async function readTarget(
  tx: DoorTransaction,
  { attendeeId, purchaseId }: Pick<DoorAct, "attendeeId" | "purchaseId">,
) {
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

/** Marks a pending scan, or without `sequence` all of them, as decided by this device. */
export async function markUnansweredDecided(store: DoorStore, sequence?: number): Promise<void> {
  await write(store, "strict", async (tx) => {
    const queue = tx.objectStore("queue");
    const undecided = sequence === undefined ? await queue.getAll() : [await queue.get(sequence)];
    for (const scan of undecided) if (scan && !scan.decided) await queue.put({ ...scan, decided: true });
  });
}
