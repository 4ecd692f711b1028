/**
 * Receipt numbers, consecutive for each club. Triggers give them to paid orders of more than 0 (function
 * number_receipts of migration 0071): they count in a row of the club, which stays locked until the transaction ends.
 */
import { sql } from "kysely";
import type { Tx } from "../db/pool.ts";

/** The column `receipt_number` of the orders in a table or under an alias. */
export const receiptNumberOf = (orders: "o" | "orders") =>
  sql<number | null>`(select number from receipts where order_id = ${sql.ref(orders)}.id)`;

/**
 * Locks the counters of the clubs of some events, in the order of the clubs. A transaction that marks orders of several
 * clubs as paid in several statements calls it first, against deadlocks. After payments in the lock order.
 */
export async function lockReceiptCounters(tx: Tx, eventIds: readonly number[]): Promise<void> {
  await sql`insert into receipt_counters as kept (club_id, last_number)
    select distinct club_id, 0 from events where id = any(${[...eventIds]}::bigint[]) order by club_id
    on conflict (club_id) do update set last_number = kept.last_number`.execute(tx);
}
