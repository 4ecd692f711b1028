import { sql } from "kysely";
import type { Currency } from "../../contract/scalars.ts";
import type { Db } from "../db/pool.ts";

/** `amount` is after refunds, in minor units. */
export interface RevenueFigure {
  clubId: number;
  currency: Currency;
  paidOrders: number;
  amount: number;
}

/** The revenue of every club that has any, or has paid orders. */
export async function revenueByClub(db: Db): Promise<RevenueFigure[]> {
  const { rows } = await sql<RevenueFigure>`
    select events.club_id as "clubId", orders.currency,
      (count(*) filter (where orders.payment_status = 'paid'))::int as "paidOrders",
      sum(orders.total_amount - orders.refunded_amount)::bigint as amount
    from orders join events on events.id = orders.event_id
    where is_revenue(orders.payment_status)
    group by 1, 2
    having bool_or(orders.payment_status = 'paid') or sum(orders.total_amount - orders.refunded_amount) <> 0
    order by 1, 2`.execute(db);
  return rows;
}
