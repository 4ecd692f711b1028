/**
 * The trigger function number_receipts (migration 0071) numbers the receipts of each club. The counter's row stays
 * locked until the transaction ends.
 */
import { sql } from "kysely";
import type { Tx } from "../db/pool.ts";

/** The receipt number of `orders`, or null. */
export const receiptNumberOf = (orders: "o" | "orders") =>
  sql<number | null>`(select number from receipts where order_id = ${sql.ref(orders)}.id)`;

/**
 * Locks the counters of the events' clubs in order. Without it, transactions that mark orders of several clubs as paid
 * may deadlock. Lock payments first.
 */
export async function lockReceiptCounters(tx: Tx, eventIds: readonly number[]): Promise<void> {
  await sql`insert into receipt_counters as kept (club_id, last_number)
    select distinct club_id, 0 from events where id = any(${[...eventIds]}::bigint[]) order by club_id
    on conflict (club_id) do update set last_number = kept.last_number`.execute(tx);
}
