/**
 * Invariant: each page or change of the copy is written in one transaction, with this device's pending scans applied on
 * top.
 */
import { unwrap } from "idb";
import type { Door, DoorAttendee, DoorPurchase } from "../../contract/shapes/door/door.ts";
import {
  type CopyState,
  change,
  type DoorStore,
  type DoorTransaction,
  nothingKept,
  write,
} from "./doorStore.ts";
import { withQueuedPurchase, withQueuedScans } from "./queuedScans.ts";
import { withoutBuyer } from "./storedSales.ts";

export interface CopyPage {
  readonly attendees: readonly DoorAttendee[];
  readonly purchases: readonly DoorPurchase[];
  /** Only in the first page. */
  readonly door: Door | null;
  readonly total: number;
  readonly cursor: string;
  readonly isLast: boolean;
}

export interface CopyChanges {
  readonly attendees: readonly DoorAttendee[];
  readonly removedAttendeeIds: readonly number[];
  readonly purchases: readonly DoorPurchase[];
  readonly removedPurchaseIds: readonly number[];
  /** Null if it has not changed. */
  readonly door: Door | null;
  readonly cursor: string;
  readonly reload: boolean;
}

/** `all`: the copy has no other attendees. */
export interface CopyUpdate {
  readonly attendees: readonly DoorAttendee[];
  readonly removedIds: readonly number[] | "all";
}

/** The first page replaces the copy. `at` is the time of the request. */
export function saveCopyPage(
  store: DoorStore,
  page: CopyPage,
  { isFirst, at }: { isFirst: boolean; at: number },
): Promise<CopyUpdate> {
  return write(store, "relaxed", async (tx) => {
    if (isFirst) await clearRows(tx);
    const attendees = await putRows(tx, page);
    await change(tx, (saved) => ({
      ...newestIds(saved, page.attendees, page.purchases),
      ...keptDoor(saved, page.door),
      copiedTo: page.attendees.at(-1)?.attendeeId ?? saved.copiedTo,
      total: page.total,
      isWhole: page.isLast,
      // Changes since the first page was made must be requested.
      ...(isFirst && { cursor: page.cursor, freshAt: at }),
    }));
    return { attendees, removedIds: isFirst ? "all" : [] };
  });
}

/** If the changes say `reload`, the next page replaces the copy; the old copy is used until then. */
export function saveChanges(store: DoorStore, changes: CopyChanges, at: number): Promise<CopyUpdate> {
  return write(store, "relaxed", async (tx) => {
    if (changes.reload) {
      await change(tx, (saved) => ({ ...keptDoor(saved, changes.door), isWhole: false, copiedTo: 0 }));
      return { attendees: [], removedIds: [] };
    }
    for (const id of changes.removedAttendeeIds) unwrap(tx.objectStore("attendees")).delete(id);
    for (const id of changes.removedPurchaseIds) unwrap(tx.objectStore("purchases")).delete(id);
    const attendees = await putRows(tx, changes);
    await change(tx, (saved) => {
      const newest = newestIds(saved, changes.attendees, changes.purchases);
      return {
        ...keptDoor(saved, changes.door),
        cursor: changes.cursor,
        freshAt: at,
        // An attendee who was added and removed between two syncs must not count as newer than this copy.
        newestAttendeeId: highest(changes.removedAttendeeIds, newest.newestAttendeeId),
        newestPurchaseId: highest(changes.removedPurchaseIds, newest.newestPurchaseId),
      };
    });
    return { attendees, removedIds: changes.removedAttendeeIds };
  });
}

export async function saveDoorFacts(store: DoorStore, door: Door): Promise<void> {
  await write(store, "relaxed", (tx) => change(tx, (saved) => ({ ...keptDoor(saved, door), problem: null })));
}

/** Only the reply to door/register contains the gate of staff, so a stored gate remains. */
function keptDoor(saved: CopyState, door: Door | null): Partial<CopyState> {
  return !door ? {} : { door: { ...door, gate: door.gate || (saved.door?.gate ?? "") } };
}

/** Deletes the copy, corrections and recent acts. Pending scans stay, and the pending sale without its buyer. */
export function forgetCopy(store: DoorStore, problem: CopyState["problem"]): Promise<CopyUpdate> {
  return write(store, "strict", async (tx) => {
    await clearRows(tx);
    await tx.objectStore("recent").clear();
    const sale = await tx.objectStore("sale").get("sale");
    if (sale) await tx.objectStore("sale").put(withoutBuyer(sale), "sale");
    await change(tx, ({ door, sequence }) => ({ ...nothingKept, door, sequence, problem }));
    return { attendees: [], removedIds: "all" };
  });
}

export async function saveProblem(store: DoorStore, problem: CopyState["problem"]): Promise<void> {
  await write(store, "relaxed", (tx) => change(tx, () => ({ problem })));
}

export function newestIds(
  saved: CopyState,
  attendees: readonly DoorAttendee[],
  purchases: readonly DoorPurchase[],
): Pick<CopyState, "newestAttendeeId" | "newestPurchaseId"> {
  return {
    newestAttendeeId: highest(
      attendees.map(({ attendeeId }) => attendeeId),
      saved.newestAttendeeId,
    ),
    newestPurchaseId: highest(
      purchases.map(({ purchaseId }) => purchaseId),
      saved.newestPurchaseId,
    ),
  };
}

function highest(ids: readonly number[], least: number): number {
  return ids.reduce((highestSoFar, id) => Math.max(highestSoFar, id), least);
}

async function clearRows(tx: DoorTransaction): Promise<void> {
  await Promise.all([tx.objectStore("attendees").clear(), tx.objectStore("purchases").clear()]);
}

/** Does not await each row, because that is slow. */
async function putRows(
  tx: DoorTransaction,
  rows: Pick<CopyPage, "attendees" | "purchases">,
): Promise<DoorAttendee[]> {
  const waiting = await tx.objectStore("queue").getAll();
  const updated = rows.attendees.map((attendee) => withQueuedScans(attendee, waiting));
  const attendees = unwrap(tx.objectStore("attendees"));
  for (const attendee of updated) attendees.put(attendee);
  const purchases = unwrap(tx.objectStore("purchases"));
  for (const purchase of rows.purchases) purchases.put(withQueuedPurchase(purchase, waiting));
  return updated;
}
