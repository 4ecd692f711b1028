/**
 * The outcome of a sale whose reply was lost. Invariant: a sale that was reported as not made is never made afterwards,
 * even by a request that is still on its way.
 */
import { closeKey } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";

/** The call under which the keys of sales are stored. */
export const saleCall = "door/sell";

/** Whether the sale of a key was made; if not, its key is closed. Waits for a sale in progress. */
export function closeSaleKey(db: Db, key: string): Promise<boolean> {
  return inTransaction(db, (tx) => closeKey(tx, { call: saleCall, key }));
}
