import { closeKey } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";

/** The call under which the keys of sales are stored. */
export const saleCall = "door/sell";

/** Whether the sale of a key was made. If not, it can no longer be made. Waits for a running sale. */
export function closeSaleKey(db: Db, key: string): Promise<boolean> {
  return inTransaction(db, (tx) => closeKey(tx, { call: saleCall, key }));
}
