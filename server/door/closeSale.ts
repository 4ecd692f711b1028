import { closeKey } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";

export const saleCall = "door/sell";

/**
 * Whether the sale of a key was made. If not, its key is closed, so that a request on its way cannot make it. Waits for a
 * sale in progress.
 */
export function closeSaleKey(db: Db, key: string): Promise<boolean> {
  return inTransaction(db, (tx) => closeKey(tx, { call: saleCall, key }));
}
