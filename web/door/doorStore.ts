/**
 * A device's IndexedDB database of one event. Invariant: a scan is written in one transaction with the rows of the copy
 * that it changes; the queue survives when the copy is forgotten.
 */
import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from "idb";
import type { Door, DoorAttendee, DoorPurchase } from "../../contract/shapes/door/door.ts";
import type { DoorState, RecentAct, ScanCorrection } from "./device.ts";
import type { QueuedScan } from "./queuedScans.ts";
import type { KeptSale } from "./sale.ts";
import type { SaleFacts } from "./saleFacts.ts";

/** The record of the store `kept`. */
export interface CopyState {
  readonly door: Door | null;
  /** From the copy's first page, later from the last changes. */
  readonly cursor: string | null;
  /** The last attendee copied so far. The next page begins after it. */
  readonly copiedTo: number;
  readonly total: number;
  readonly isWhole: boolean;
  /** An attendee with a higher id may be new. */
  readonly newestAttendeeId: number;
  readonly newestPurchaseId: number;
  readonly freshAt: number | null;
  /** A full disk or a closed database cannot be noted in the database. */
  readonly problem: Exclude<DoorState["problem"], "storageFull" | "storageLost">;
  readonly surprises: readonly ScanCorrection[];
  /** The sequence number of the last scan in this database. */
  readonly sequence: number;
  /** Missing until a device that may sell has fetched them. */
  readonly saleFacts?: SaleFacts;
}

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
  attendees: { key: number; value: DoorAttendee; indexes: { registrationId: number; oldCodeHash: string } };
  purchases: { key: number; value: DoorPurchase; indexes: { registrationId: number } };
  /** The key is the scan's `sequence`. */
  queue: { key: number; value: QueuedScan; indexes: { attendeeId: number; purchaseId: number } };
  kept: { key: "kept"; value: CopyState };
  /** The unanswered sale; an answered one too, if it could not be deleted. */
  sale: { key: "sale"; value: KeptSale };
  recent: { key: number; value: RecentAct };
}

/**
 * The library's short calls such as `get` are left out: if the storage is cleared, their transaction rejects a promise
 * that nobody handles.
 */
export type DoorStore = Pick<IDBPDatabase<DoorSchema>, "transaction" | "close">;

/** Also the name of the leader's lock and of the tabs' channel. */
export function databaseName(eventId: number): string {
  return `foyer-door-${eventId}`;
}

interface StoreEvents {
  /** Another tab has an older version open. This one opens when that tab has closed the database. */
  readonly onBlocked: () => void;
  /** The database was closed: the page must be reloaded. */
  readonly onLost: () => void;
}

export function openStore(eventId: number, { onBlocked, onLost }: StoreEvents): Promise<DoorStore> {
  return openDB<DoorSchema>(databaseName(eventId), 3, {
    upgrade(db, oldVersion, _newVersion, tx) {
      // New in version 3. An attendee without such a code is not in the index.
      const indexOldCodes = () => tx.objectStore("attendees").createIndex("oldCodeHash", "oldCodeHash");
      if (oldVersion < 2) {
        db.createObjectStore("sale");
        db.createObjectStore("recent", { keyPath: "key" });
      }
      if (oldVersion >= 1) {
        indexOldCodes();
        return;
      }
      const attendees = db.createObjectStore("attendees", { keyPath: "attendeeId" });
      attendees.createIndex("registrationId", "registrationId");
      indexOldCodes();
      const purchases = db.createObjectStore("purchases", { keyPath: "purchaseId" });
      purchases.createIndex("registrationId", "registrationId");
      const queue = db.createObjectStore("queue", { keyPath: "sequence" });
      // A scan without an attendee is not in the attendees' index; the same for purchases.
      queue.createIndex("attendeeId", "attendeeId");
      queue.createIndex("purchaseId", "purchaseId");
      db.createObjectStore("kept");
    },
    // Another tab opens a newer version or deletes the database, and must not wait for this one.
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
      onLost();
    },
    // For example, iOS closes the databases of pages in the background.
    terminated: onLost,
    blocked: onBlocked,
  });
}

export const allStores = ["attendees", "purchases", "queue", "kept", "sale", "recent"] as const;

export type DoorTransaction = IDBPTransaction<DoorSchema, typeof allStores, "readwrite">;

/**
 * Does the work in one transaction. `strict` resolves when the browser has written to the disk. Rejects with the error
 * that aborted the transaction, or with that of the work.
 */
export async function write<Result>(
  store: DoorStore,
  durability: "strict" | "relaxed",
  work: (tx: DoorTransaction) => Promise<Result>,
): Promise<Result> {
  const tx = store.transaction(allStores, "readwrite", { durability });
  const transactionEnd = tx.done.catch(() => undefined);
  try {
    const result = await work(tx);
    await tx.done;
    return result;
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // The browser has aborted the transaction already.
    }
    await transactionEnd;
    throw tx.error ?? error;
  }
}

/** The caller must await the requests: a failure of the transaction's end is ignored. */
export function beginReading<Names extends ArrayLike<StoreNames<DoorSchema>>>(
  store: DoorStore,
  names: Names,
): IDBPTransaction<DoorSchema, Names, "readonly"> {
  const tx = store.transaction(names, "readonly");
  tx.done.catch(() => undefined);
  return tx;
}

export async function readFrom<Name extends StoreNames<DoorSchema>, Result>(
  store: DoorStore,
  name: Name,
  read: (objects: IDBPObjectStore<DoorSchema, [Name], Name>) => Promise<Result>,
): Promise<Result> {
  return read(beginReading<[Name]>(store, [name]).objectStore(name));
}

export async function readKept(store: DoorStore): Promise<CopyState> {
  return (await readFrom(store, "kept", (kept) => kept.get("kept"))) ?? nothingKept;
}

/** Whether neither a scan nor a sale is stored here. */
export async function isAllSent(store: DoorStore): Promise<boolean> {
  const tx = beginReading(store, ["queue", "sale"] as const);
  const counts = await Promise.all([tx.objectStore("queue").count(), tx.objectStore("sale").count()]);
  return counts.every((count) => count === 0);
}

/** Changes the record of the store `kept`. The rest of the transaction sees the change. */
export async function change(
  tx: DoorTransaction,
  update: (kept: CopyState) => Partial<CopyState>,
): Promise<CopyState> {
  const saved = (await tx.objectStore("kept").get("kept")) ?? nothingKept;
  const next = { ...saved, ...update(saved) };
  await tx.objectStore("kept").put(next, "kept");
  return next;
}
