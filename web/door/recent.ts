/** Recent acts are stored, because iOS ends pages at any time, and undo must work after that. */
import { maxRecentActs, type RecentAct } from "./device.ts";
import { type DoorStore, readFrom, write } from "./doorStore.ts";

export async function recentActs(store: DoorStore): Promise<RecentAct[]> {
  return (await readFrom(store, "recent", (recent) => recent.getAll())).reverse();
}

export const isUndoUnanswered = ({ isUndoAsked = false, isUndone }: RecentAct): boolean =>
  isUndoAsked && !isUndone;

/** An undo without an outcome is not dropped, because money depends on it. */
export function surplusActs(acts: readonly RecentAct[]): readonly RecentAct[] {
  return acts.slice(0, -maxRecentActs).filter((act) => !isUndoUnanswered(act));
}

export function saveRecentAct(store: DoorStore, act: RecentAct): Promise<void> {
  return write(store, "relaxed", async (tx) => {
    const recent = tx.objectStore("recent");
    await recent.put(act);
    for (const { key } of surplusActs(await recent.getAll())) await recent.delete(key);
  });
}
