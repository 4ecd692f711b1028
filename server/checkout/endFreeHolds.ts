/** Ends an event's overdue holds for which no payment was begun: at once, because no provider has to be asked. */
import { type Db, inTransaction } from "../db/pool.ts";
import { endHolds } from "../holds/move.ts";
import { endedHolds } from "../orders/endedHolds.ts";

/** Gives a function that ends them and says how many there were. Those who ask at once share one answer. */
export function endFreeHolds(db: Db, clock: () => Date): (eventId: number) => Promise<number> {
  const underWay = new Map<number, Promise<number>>();
  const end = async (eventId: number): Promise<number> => {
    const now = clock();
    const overdue = await endedHolds(db, now, { paying: false, eventId });
    if (overdue.length === 0) return 0;
    const how = { to: "expired", endedBefore: now, actor: "sweeper" } as const;
    return (await inTransaction(db, (tx) => endHolds(tx, overdue, how))).length;
  };
  return (eventId) => {
    const known = underWay.get(eventId);
    if (known !== undefined) return known;
    const ended = end(eventId).finally(() => underWay.delete(eventId));
    underWay.set(eventId, ended);
    return ended;
  };
}
