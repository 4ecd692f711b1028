/** Forgets the names that this browser keeps of some events. What waits to be told stays, and is told by the next visit. */
import { deleteDB } from "idb";
import { forgetCopy } from "./copy.ts";
import { databaseName, openStore } from "./doorStore.ts";
import { dropDoor } from "./keptDoors.ts";

/** Forgets them one after the other; one that cannot be opened is tried again by the next time. */
export async function forgetDoors(eventIds: readonly number[]): Promise<void> {
  for (const eventId of eventIds) await forgetDoor(eventId).catch(() => {});
}

async function forgetDoor(eventId: number): Promise<void> {
  const store = await openStore(eventId, { onBlocked: () => {}, onLost: () => {} });
  try {
    await forgetCopy(store, null);
    const isAllTold = (await store.count("queue")) + (await store.count("sale")) === 0;
    dropDoor(eventId);
    if (!isAllTold) return;
  } finally {
    store.close();
  }
  await deleteDB(databaseName(eventId));
}
