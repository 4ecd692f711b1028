/** The latest acts of this device, stored with its copy. iOS ends pages at any time, and undo must work after that. */
import { maxRecentActs, type RecentAct } from "./device.ts";
import { type DoorStore, readFrom, write } from "./doorStore.ts";

/** The acts, newest first. */
export async function recentActs(store: DoorStore): Promise<RecentAct[]> {
  return (await readFrom(store, "recent", (recent) => recent.getAll())).reverse();
}

/** Whether the undo of a sale was begun and its outcome is not known. */
export const isUndoUnanswered = ({ isUndoAsked = false, isUndone }: RecentAct): boolean =>
  isUndoAsked && !isUndone;

/** The acts to drop. An undo without an outcome stays, because money depends on it. Pure. */
export function surplusActs(acts: readonly RecentAct[]): readonly RecentAct[] {
  return acts.slice(0, -maxRecentActs).filter((act) => !isUndoUnanswered(act));
}

/** Adds or updates an act, and drops surplus ones. */
export function saveRecentAct(store: DoorStore, act: RecentAct): Promise<void> {
  return write(store, "relaxed", async (tx) => {
    const recent = tx.objectStore("recent");
    await recent.put(act);
    for (const { key } of surplusActs(await recent.getAll())) await recent.delete(key);
  });
}
