import { deleteDB } from "idb";
import { forgetCopy } from "./copy.ts";
import { databaseName, isAllSent, openStore } from "./doorStore.ts";
import { removeSavedDoor } from "./keptDoors.ts";

/**
 * Forgets the copies of events. A copy that cannot be deleted stays listed in keptDoors.ts, so that it can be tried
 * again.
 */
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
