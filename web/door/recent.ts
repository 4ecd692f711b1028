/** What this device did lately, kept with its copy: an iPhone drops pages as it likes, and the way back must not go with them. */
import { mostActs, type RecentAct } from "./device.ts";
import { type DoorStore, type DoorTransaction, write } from "./doorStore.ts";

/** The acts, newest first. */
export async function recentActs(store: DoorStore): Promise<RecentAct[]> {
  return (await store.getAll("recent")).reverse();
}

/** Keeps an act, or what became of it; the oldest goes for it. */
export async function keepAct(tx: DoorTransaction, act: RecentAct): Promise<void> {
  const recent = tx.objectStore("recent");
  await recent.put(act);
  const keys = await recent.getAllKeys();
  for (const key of keys.slice(0, -mostActs)) await recent.delete(key);
}

/** Keeps an act by itself. */
export async function keepActAlone(store: DoorStore, act: RecentAct): Promise<void> {
  await write(store, "relaxed", (tx) => keepAct(tx, act));
}
