/** What of an event waits for its staff, as counts for the navigation. */
import { quietApi } from "../api/browser.ts";

/** Undefined where a count could not be loaded: nothing is shown for it. */
export interface Waiting {
  /** Orders and other money cases that need attention. */
  orders: number | undefined;
  /** Entries on the waiting lists that have no offer yet. */
  waitingList: number | undefined;
  /** Scans about which doors disagree. */
  conflicts: number | undefined;
}

/** Asks the calls that the pages themselves are made from; never rejects. */
export async function loadWaitingCounts(eventId: number, signal: AbortSignal): Promise<Waiting> {
  const options = { signal };
  const [orders, cases, lists, conflicts] = await Promise.all([
    orUndefined(quietApi.get("order/getOrders", { eventId, itemsPerPage: 1, needsAttention: true }, options)),
    orUndefined(quietApi.get("attention/getCases", { eventId }, options)),
    orUndefined(quietApi.get("waitingList/getByEventId", { eventId, itemsPerPage: 1 }, options)),
    orUndefined(quietApi.get("door/getConflicts", { eventId }, options)),
  ]);
  return {
    orders: orders && cases && orders.totalItems + cases.length,
    waitingList: lists?.numbers.reduce((sum, { waiting }) => sum + waiting, 0),
    conflicts: conflicts?.length,
  };
}

function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch(() => undefined);
}
