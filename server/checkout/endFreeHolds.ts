/** Ends the overdue holds of an event that have no payment. This is immediate, because no provider must be asked. */
import { type Db, inTransaction } from "../db/pool.ts";
import { endHolds } from "../holds/move.ts";
import { endedHolds } from "../orders/endedHolds.ts";

/** Makes a function that ends them and returns how many ended. Concurrent calls share one result. */
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
