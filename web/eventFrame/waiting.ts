import { isNotFound } from "../api/apiError.ts";
import { quietApi } from "../api/browser.ts";

/** A count is undefined if it could not be loaded. */
export interface OpenWork {
  /** Orders that need attention, and the cases of attention/getCases, such as a returned mail. */
  orders: number | undefined;
  /** Entries in the state `waiting`. */
  waitingList: number | undefined;
  /** The conflicts that door/getConflicts lists. */
  conflicts: number | undefined;
}

/** Never rejects; "notFound" if the club has no such event. */
export async function loadOpenWork(eventId: number, signal: AbortSignal): Promise<OpenWork | "notFound"> {
  const options = { signal };
  const [orders, cases, lists, conflicts] = await Promise.all([
    quietApi
      .get("order/getOrders", { eventId, itemsPerPage: 1, needsAttention: true }, options)
      .catch((error: unknown) => (isNotFound(error) ? ("notFound" as const) : undefined)),
    orUndefined(quietApi.get("attention/getCases", { eventId }, options)),
    orUndefined(quietApi.get("waitingList/getByEventId", { eventId, itemsPerPage: 1 }, options)),
    orUndefined(quietApi.get("door/getConflicts", { eventId }, options)),
  ]);
  if (orders === "notFound") return orders;
  return {
    orders: orders && cases && orders.totalItems + cases.length,
    waitingList: lists?.numbers.reduce((sum, { waiting }) => sum + waiting, 0),
    conflicts: conflicts?.length,
  };
}

function orUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch(() => undefined);
}
