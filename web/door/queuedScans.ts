import { completingHandover, countsOfLines, leftCounts } from "../../contract/rules/door/handovers.ts";
import type {
  Admission,
  DoorAttendee,
  DoorPurchase,
  DoorScan,
  Handover,
} from "../../contract/shapes/door/door.ts";
import { handoversIn } from "./handovers.ts";

export type QueuedScan = Omit<DoorScan, "attendeeId" | "purchaseId" | "code" | "undoes"> & {
  readonly attendeeId: number | null;
  readonly purchaseId: number | null;
  readonly code: string | null;
  readonly undoes: readonly string[];
  readonly gate: string;
};

export function withQueuedScans(attendee: DoorAttendee, waiting: readonly QueuedScan[]): DoorAttendee {
  const ownScans = waiting.filter(({ attendeeId }) => attendeeId === attendee.attendeeId);
  if (ownScans.length === 0) return attendee;
  return { ...attendee, admission: admissionAfter(attendee.admission, ownScans) };
}

export function withQueuedPurchase(purchase: DoorPurchase, waiting: readonly QueuedScan[]): DoorPurchase {
  const ownScans = waiting.filter(({ purchaseId }) => purchaseId === purchase.purchaseId);
  if (ownScans.length === 0) return purchase;
  const { items } = purchase;
  let handovers = [...handoversIn(purchase)];
  for (const scan of ownScans) {
    if (scan.kind === "undo") handovers = handovers.filter(({ scanId }) => !scan.undoes.includes(scanId));
    else if (!handovers.some(({ scanId }) => scanId === scan.scanId))
      handovers = [...handovers, handoverOf(scan, { items, handovers })];
  }
  return { ...purchase, handovers, redemption: completingHandover({ items, handovers }) };
}

function handoverOf(
  { scanId, claimedAt, gate, lines }: QueuedScan,
  purchase: Pick<DoorPurchase, "items"> & { handovers: readonly Handover[] },
): Handover {
  const counts = lines ? countsOfLines(purchase.items, lines) : leftCounts(purchase);
  return { scanId, at: claimedAt, gate, by: "", counts };
}

/** The first admission of one attendee that was not undone. `by` is empty in one that comes from `scans`. */
export function admissionAfter(before: Admission | null, scans: readonly QueuedScan[]): Admission | null {
  let active = before === null ? [] : [before];
  for (const scan of scans) {
    if (scan.kind === "undo") active = active.filter(({ scanId }) => !scan.undoes.includes(scanId));
    else if (!active.some(({ scanId }) => scanId === scan.scanId))
      active = [...active, { scanId: scan.scanId, at: scan.claimedAt, gate: scan.gate, by: "" }];
  }
  return active[0] ?? null;
}

/**
 * The ids that an undo must name: of the admission, and of the queued scans that admitted somebody or handed something
 * over, without those that were undone. `scans` has only those of one attendee or purchase.
 */
export function admittingScanIds(admission: Admission | null, scans: readonly QueuedScan[]): string[] {
  const undone = new Set(scans.flatMap(({ undoes }) => undoes));
  const queuedIds = scans.filter(({ kind }) => kind !== "undo").map(({ scanId }) => scanId);
  return [...new Set([...(admission === null ? [] : [admission.scanId]), ...queuedIds])].filter(
    (scanId) => !undone.has(scanId),
  );
}
