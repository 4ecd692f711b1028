/**
 * What a device keeps of one event, and where: a database of the browser's for each event. Nobody else opens it.
 * Invariant: a scan is written in the same transaction as what it changes; the queue survives the copy's being forgotten.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from "idb";
import type { Door, DoorAttendee, DoorPurchase } from "../../contract/shapes/door.ts";
import type { DoorState, RecentAct, Surprise } from "./device.ts";
import type { KeptSale } from "./sale.ts";
import type { WaitingScan } from "./waiting.ts";

/** One record that says how far the copy is and what stands in the way. */
export interface CopyState {
  readonly door: Door | null;
  /** From where changes are to be asked for: the cursor of the copy's first page, later of the last changes. */
  readonly cursor: string | null;
  /** The last attendee of the copy so far: where its next page begins. */
  readonly copiedTo: number;
  readonly total: number;
  readonly isWhole: boolean;
  /** The newest ids this copy has heard of: who has a higher one may be new. */
  readonly newestAttendeeId: number;
  readonly newestPurchaseId: number;
  readonly freshAt: number | null;
  /** That the disk is full, or out of reach, cannot be kept on it. */
  readonly problem: Exclude<DoorState["problem"], "storageFull" | "storageLost">;
  readonly surprises: readonly Surprise[];
  /** That of the last scan of this device. */
  readonly sequence: number;
}

/** Before anything is known. */
export const nothingKept: CopyState = {
  door: null,
  cursor: null,
  copiedTo: 0,
  total: 0,
  isWhole: false,
  newestAttendeeId: 0,
  newestPurchaseId: 0,
  freshAt: null,
  problem: null,
  surprises: [],
  sequence: 0,
};

interface DoorSchema extends DBSchema {
  attendees: { key: number; value: DoorAttendee; indexes: { registrationId: number } };
  purchases: { key: number; value: DoorPurchase; indexes: { registrationId: number } };
  /** By the device's sequence. */
  queue: { key: number; value: WaitingScan; indexes: { attendeeId: number; purchaseId: number } };
  kept: { key: "kept"; value: CopyState };
  /** The one that was not answered yet. */
  sale: { key: "sale"; value: KeptSale };
  recent: { key: number; value: RecentAct };
}

/** An event's database on this device. */
export type DoorStore = IDBPDatabase<DoorSchema>;

/** What an event's database is called, and all that tabs share about it. */
export function databaseName(eventId: number): string {
  return `foyer-door-${eventId}`;
}

/** What may come between a page and its database. */
interface StoreEvents {
  /** Another tab holds an older version of it open: it opens when that tab is closed. */
  readonly onBlocked: () => void;
  /** It is closed, for a newer page or by the browser: nothing can be read or kept until the page is loaded again. */
  readonly onLost: () => void;
}

/** Opens it, and makes it on the first visit. */
export function openStore(eventId: number, { onBlocked, onLost }: StoreEvents): Promise<DoorStore> {
  return openDB<DoorSchema>(databaseName(eventId), 2, {
    upgrade(db, before) {
      db.createObjectStore("sale");
      db.createObjectStore("recent", { keyPath: "key" });
      if (before === 1) return;
      const attendees = db.createObjectStore("attendees", { keyPath: "attendeeId" });
      attendees.createIndex("registrationId", "registrationId");
      const purchases = db.createObjectStore("purchases", { keyPath: "purchaseId" });
      purchases.createIndex("registrationId", "registrationId");
      const queue = db.createObjectStore("queue", { keyPath: "sequence" });
      // A scan without the one or the other is not in its index.
      queue.createIndex("attendeeId", "attendeeId");
      queue.createIndex("purchaseId", "purchaseId");
      db.createObjectStore("kept");
    },
    // Another tab has a newer version of the page: it must not wait for this one.
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
      onLost();
    },
    // An iPhone does that to pages in the background.
    terminated: onLost,
    blocked: onBlocked,
  });
}

/** All stores: what a copy is written with, and a scan. */
export const allStores = ["attendees", "purchases", "queue", "kept", "sale", "recent"] as const;

/** A transaction over all that a device keeps. */
export type DoorTransaction = IDBPTransaction<DoorSchema, typeof allStores, "readwrite">;

/**
 * Does work in one transaction: all of it is kept, or nothing. `strict`: it is on the disk when this resolves, whatever
 * the battery does. Rejects with what the browser ended the transaction for, whichever request heard of it first.
 */
export async function write<Result>(
  store: DoorStore,
  durability: "strict" | "relaxed",
  work: (tx: DoorTransaction) => Promise<Result>,
): Promise<Result> {
  const tx = store.transaction(allStores, "readwrite", { durability });
  const ended = tx.done.catch(() => undefined);
  try {
    const result = await work(tx);
    await tx.done;
    return result;
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // The browser was first.
    }
    await ended;
    throw tx.error ?? error;
  }
}

/** Changes the record; the rest of the transaction sees it. */
export async function change(
  tx: DoorTransaction,
  into: (kept: CopyState) => Partial<CopyState>,
): Promise<CopyState> {
  const kept = (await tx.objectStore("kept").get("kept")) ?? nothingKept;
  const next = { ...kept, ...into(kept) };
  await tx.objectStore("kept").put(next, "kept");
  return next;
}
