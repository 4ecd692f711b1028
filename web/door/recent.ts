/** The latest acts of this device, stored with its copy. iOS ends pages at any time, and undo must work after that. */
import { maxRecentActs, type RecentAct } from "./device.ts";
import { type DoorStore, readFrom, write } from "./doorStore.ts";

/** The acts, newest first. */
export async function recentActs(store: DoorStore): Promise<RecentAct[]> {
  return (await readFrom(store, "recent", (recent) => recent.getAll())).reverse();
}

/** Adds or updates an act; the oldest is dropped to make room. */
export function saveRecentAct(store: DoorStore, act: RecentAct): Promise<void> {
  return write(store, "relaxed", async (tx) => {
    const recent = tx.objectStore("recent");
    await recent.put(act);
    const keys = await recent.getAllKeys();
    for (const key of keys.slice(0, -maxRecentActs)) await recent.delete(key);
  });
}
