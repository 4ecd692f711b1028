/**
 * How the server's word gets into the copy: pages and changes. Invariant: each is one transaction, and what this device
 * did itself and has not told yet is laid over whatever comes.
 */
import { unwrap } from "idb";
import type { Door, DoorAttendee, DoorPurchase } from "../../contract/shapes/door.ts";
import {
  type CopyState,
  change,
  type DoorStore,
  type DoorTransaction,
  nothingKept,
  write,
} from "./doorStore.ts";
import { withoutBuyer } from "./keptSale.ts";
import { withWaiting, withWaitingPurchase } from "./waiting.ts";

/** A page of the copy (door/getCopy). */
export interface CopyPage {
  readonly attendees: readonly DoorAttendee[];
  readonly purchases: readonly DoorPurchase[];
  /** With the first page alone. */
  readonly door: Door | null;
  readonly total: number;
  readonly cursor: string;
  readonly isLast: boolean;
}

/** What changed (door/getChanges). */
export interface CopyChanges {
  readonly attendees: readonly DoorAttendee[];
  readonly removedAttendeeIds: readonly number[];
  readonly purchases: readonly DoorPurchase[];
  readonly removedPurchaseIds: readonly number[];
  /** Null where it has not changed. */
  readonly door: Door | null;
  readonly cursor: string;
  readonly reload: boolean;
}

/** Attendees as they stand in the copy now, and who is gone from it; `all` when nobody else is in it. */
export interface CopyUpdate {
  readonly attendees: readonly DoorAttendee[];
  readonly removedIds: readonly number[] | "all";
}

/** Keeps a page; the first one begins the copy anew. `at` is when it was asked for. */
export function keepPage(
  store: DoorStore,
  page: CopyPage,
  { isFirst, at }: { isFirst: boolean; at: number },
): Promise<CopyUpdate> {
  return write(store, "relaxed", async (tx) => {
    if (isFirst) await clearRows(tx);
    const attendees = await putRows(tx, page);
    await change(tx, (kept) => ({
      ...newestIds(kept, page.attendees, page.purchases),
      ...doorIn(kept, page.door),
      copiedTo: page.attendees.at(-1)?.attendeeId ?? kept.copiedTo,
      total: page.total,
      isWhole: page.isLast,
      // Whatever changed since the first page was made is asked for again.
      ...(isFirst && { cursor: page.cursor, freshAt: at }),
    }));
    return { attendees, removedIds: isFirst ? "all" : [] };
  });
}

/** Keeps changes. Those that say `reload` begin the copy anew with its next page; until then the old one serves. */
export function keepChanges(store: DoorStore, changes: CopyChanges, at: number): Promise<CopyUpdate> {
  return write(store, "relaxed", async (tx) => {
    if (changes.reload) {
      await change(tx, (kept) => ({ ...doorIn(kept, changes.door), isWhole: false, copiedTo: 0 }));
      return { attendees: [], removedIds: [] };
    }
    for (const id of changes.removedAttendeeIds) unwrap(tx.objectStore("attendees")).delete(id);
    for (const id of changes.removedPurchaseIds) unwrap(tx.objectStore("purchases")).delete(id);
    const attendees = await putRows(tx, changes);
    await change(tx, (kept) => {
      const known = newestIds(kept, changes.attendees, changes.purchases);
      return {
        ...doorIn(kept, changes.door),
        cursor: changes.cursor,
        freshAt: at,
        // Who came and went between two syncs is known to be gone.
        newestAttendeeId: highest(changes.removedAttendeeIds, known.newestAttendeeId),
        newestPurchaseId: highest(changes.removedPurchaseIds, known.newestPurchaseId),
      };
    });
    return { attendees, removedIds: changes.removedAttendeeIds };
  });
}

/** Keeps what the door itself is, as it was asked for. */
export async function keepDoor(store: DoorStore, door: Door): Promise<void> {
  await write(store, "relaxed", (tx) => change(tx, (kept) => ({ ...doorIn(kept, door), problem: null })));
}

/** A door as it is kept. The gate of staff stands in their register's reply alone: no other says it. */
function doorIn(kept: CopyState, door: Door | null): Partial<CopyState> {
  return !door ? {} : { door: { ...door, gate: door.gate || (kept.door?.gate ?? "") } };
}

/** Forgets everybody's names; what waits to be told stays, and the sale that was not answered. */
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

/** Says what stands in the way, and that nothing does. */
export async function keepProblem(store: DoorStore, problem: CopyState["problem"]): Promise<void> {
  await write(store, "relaxed", (tx) => change(tx, () => ({ problem })));
}

/** The newest ids that a copy has heard of. */
export function newestIds(
  kept: CopyState,
  attendees: readonly DoorAttendee[],
  purchases: readonly DoorPurchase[],
): Pick<CopyState, "newestAttendeeId" | "newestPurchaseId"> {
  return {
    newestAttendeeId: highest(
      attendees.map(({ attendeeId }) => attendeeId),
      kept.newestAttendeeId,
    ),
    newestPurchaseId: highest(
      purchases.map(({ purchaseId }) => purchaseId),
      kept.newestPurchaseId,
    ),
  };
}

function highest(ids: readonly number[], least: number): number {
  return ids.reduce((most, id) => Math.max(most, id), least);
}

async function clearRows(tx: DoorTransaction): Promise<void> {
  await Promise.all([tx.objectStore("attendees").clear(), tx.objectStore("purchases").clear()]);
}

/** Many rows at once: nothing is awaited for each, for fifty thousand of those would take longer than the writing. */
async function putRows(
  tx: DoorTransaction,
  rows: Pick<CopyPage, "attendees" | "purchases">,
): Promise<DoorAttendee[]> {
  const waiting = await tx.objectStore("queue").getAll();
  const written = rows.attendees.map((attendee) => withWaiting(attendee, waiting));
  const attendees = unwrap(tx.objectStore("attendees"));
  for (const attendee of written) attendees.put(attendee);
  const purchases = unwrap(tx.objectStore("purchases"));
  for (const purchase of rows.purchases) purchases.put(withWaitingPurchase(purchase, waiting));
  return written;
}
