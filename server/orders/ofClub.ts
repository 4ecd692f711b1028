import { sql } from "kysely";
import type { Currency } from "../../contract/scalars.ts";
import type { Db } from "../db/pool.ts";

/** A club's revenue in one currency. `amount` is after refunds, in minor units. */
export interface RevenueFigure {
  clubId: number;
  currency: Currency;
  paidOrders: number;
  amount: number;
}

/** The revenue of each club and currency with paid orders or an amount other than 0. */
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
