/**
 * Forgets the names that this browser keeps of some events. Pending scans and sales stay, without names. The scans are
 * sent when the door is opened again.
 */
import { deleteDB } from "idb";
import { forgetCopy } from "./copy.ts";
import { databaseName, isAllSent, openStore } from "./doorStore.ts";
import { removeSavedDoor } from "./keptDoors.ts";

/** Forgets the events one after the other. If a database cannot be opened, the next call tries it again. */
export async function forgetDoors(eventIds: readonly number[]): Promise<void> {
  for (const eventId of eventIds) await forgetDoor(eventId).catch(() => {});
}

async function forgetDoor(eventId: number): Promise<void> {
  const store = await openStore(eventId, { onBlocked: () => {}, onLost: () => {} });
  try {
    await forgetCopy(store, null);
    const canBeDeleted = await isAllSent(store);
    removeSavedDoor(eventId);
    if (!canBeDeleted) return;
  } finally {
    store.close();
  }
  await deleteDB(databaseName(eventId));
}
