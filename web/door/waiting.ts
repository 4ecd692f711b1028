/**
 * What a device knows itself, on top of what the server said: its scans that the server has not answered yet. Pure.
 * Invariant: applied in the order in which they happened, to whatever the server said last, they give what this device
 * has shown; an answered scan is no longer among them.
 */
import type { Admission, DoorAttendee, DoorPurchase, DoorScan } from "../../contract/shapes/door.ts";

/** A scan in the queue, with what it was done to. `gate` is where this device stood. */
export type WaitingScan = Omit<DoorScan, "attendeeId" | "purchaseId" | "code" | "undoes"> & {
  readonly attendeeId: number | null;
  readonly purchaseId: number | null;
  readonly code: string | null;
  readonly undoes: readonly string[];
  readonly gate: string;
};

/** An attendee as this device has to see them. */
export function withWaiting(attendee: DoorAttendee, waiting: readonly WaitingScan[]): DoorAttendee {
  const own = waiting.filter(({ attendeeId }) => attendeeId === attendee.attendeeId);
  return own.length === 0 ? attendee : { ...attendee, admission: admissionAfter(attendee.admission, own) };
}

/** A purchase as this device has to see it. */
export function withWaitingPurchase(purchase: DoorPurchase, waiting: readonly WaitingScan[]): DoorPurchase {
  const own = waiting.filter(({ purchaseId }) => purchaseId === purchase.purchaseId);
  return own.length === 0 ? purchase : { ...purchase, redemption: admissionAfter(purchase.redemption, own) };
}

/** What holds after some scans: the first that nobody took back. The empty `by` is this device, not told yet. */
export function admissionAfter(before: Admission | null, scans: readonly WaitingScan[]): Admission | null {
  let live = before === null ? [] : [before];
  for (const scan of scans) {
    if (scan.kind === "undo") live = live.filter(({ scanId }) => !scan.undoes.includes(scanId));
    else if (!live.some(({ scanId }) => scanId === scan.scanId))
      live = [...live, { scanId: scan.scanId, at: scan.claimedAt, gate: scan.gate, by: "" }];
  }
  return live[0] ?? null;
}

/** The ids of all that holds somebody, by what the server said and by this device: an undo names them all. */
export function holdingIds(admission: Admission | null, scans: readonly WaitingScan[]): string[] {
  const undone = new Set(scans.flatMap(({ undoes }) => undoes));
  const own = scans.filter(({ kind }) => kind !== "undo").map(({ scanId }) => scanId);
  return [...new Set([...(admission === null ? [] : [admission.scanId]), ...own])].filter(
    (scanId) => !undone.has(scanId),
  );
}
