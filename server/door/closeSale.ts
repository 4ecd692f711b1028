/**
 * What became of a sale whose answer was lost? Invariant: a sale that was said not to be made is not made afterwards,
 * also by a request that is still on its way.
 */
import { closeKey } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";

/** The call under which keys of sales are kept; the sweep remembers them for ever (forgetOldKeys). */
export const saleCall = "door/sell";

/** Whether the sale of a key was made; where it was not, its key is closed. Waits for one that is under way. */
export function closeSale(db: Db, key: string): Promise<boolean> {
  return inTransaction(db, (tx) => closeKey(tx, { call: saleCall, key }));
}
