/** The revenue of clubs, for sudo. */
import { sql } from "kysely";
import type { Currency } from "../../contract/scalars.ts";
import type { Db } from "../db/pool.ts";

/** A club's paid orders in one currency: their number, and their amount after refunds in minor units. */
export interface RevenueFigure {
  clubId: number;
  currency: Currency;
  paidOrders: number;
  amount: number;
}

/** The revenue of every club with paid orders. */
export async function revenueByClub(db: Db): Promise<RevenueFigure[]> {
  const { rows } = await sql<RevenueFigure>`
    select events.club_id as "clubId", orders.currency, count(*)::int as "paidOrders",
      sum(orders.total_amount - orders.refunded_amount)::bigint as amount
    from orders join events on events.id = orders.event_id
    where orders.payment_status = 'paid'
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
