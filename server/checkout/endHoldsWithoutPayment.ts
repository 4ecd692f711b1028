import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { endHolds } from "../holds/move.ts";
import { overdueHolds } from "../orders/overdueHolds.ts";

/**
 * Makes a function that ends those of an event's `overdueHolds` that have no payment, and returns how many. Concurrent
 * calls for an event share the result.
 */
export function createEndOverdue(db: Db, clock: () => Date): (eventId: number) => Promise<number> {
  const runningByEvent = new Map<number, Promise<number>>();
  const endOverdue = async (eventId: number): Promise<number> => {
    const now = clock();
    const overdue = await overdueHolds(db, now, { hasPayment: false, eventId });
    if (overdue.length === 0) return 0;
    const input = { to: "expired", endedBefore: now, actor: "sweeper" } as const;
    return (await inTransaction(db, (tx) => endHolds(tx, overdue, input))).length;
  };
  return (eventId) => {
    const running =
      runningByEvent.get(eventId) ?? endOverdue(eventId).finally(() => runningByEvent.delete(eventId));
    runningByEvent.set(eventId, running);
    return running;
  };
}

/**
 * Runs `attempt`. If it throws soldOut or notEnoughLeft, ends the event's overdue holds without a payment; if any
 * ended, runs it once more.
 */
export async function retryAfterOverdue<T>(
  { db, clock }: { db: Db; clock: () => Date },
  eventId: number,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const lacksPlaces =
      error instanceof DomainError && (error.code === "soldOut" || error.code === "notEnoughLeft");
    if (!lacksPlaces || (await createEndOverdue(db, clock)(eventId)) === 0) throw error;
    return attempt();
  }
}
