import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

export interface FigureDifference {
  what: string;
  /** The event's id. */
  id: number;
  kept: number;
  counted: number;
}

/** The stored figures (`kept`) that differ from the number or sum of their rows (`counted`). */
export async function auditFigures(db: Db): Promise<FigureDifference[]> {
  const { rows } = await sql<FigureDifference>`
    with counted as (
      select 'registered ' || slot_of(r.created_at) || ' of ticket ' || a.ticket_id as what, a.event_id, count(*) as amount
        from attendees a join registrations r on r.id = a.registration_id where r.state = 'active' group by 1, 2
      union all select 'arrived ' || slot_of(created_at) || ' at ' || gate, event_id, count(*) from checkins group by 1, 2
      union all select 'revenue ' || source, event_id, sum(amount) from (
        select o.event_id, i.kind as source, i.total as amount from orders o join order_items i on i.order_id = o.id
          where is_revenue(o.payment_status)
        union all select event_id, 'tax', case when prices_include_tax then 0 else tax end from orders where is_revenue(payment_status)
        union all select event_id, 'refund', -refunded_amount from orders where is_revenue(payment_status)
      ) as amounts group by 1, 2
    ), kept as (
      select 'registered ' || slot || ' of ticket ' || ticket_id as what, event_id, attendees as amount from event_registered
      union all select 'arrived ' || slot || ' at ' || gate, event_id, checkins from event_arrived
      union all select 'revenue ' || source, event_id, amount from event_revenue
    )
    select what, event_id as id, coalesce(kept.amount, 0)::bigint as kept, coalesce(counted.amount, 0)::bigint as counted
    from kept full join counted using (what, event_id)
    where coalesce(kept.amount, 0) <> coalesce(counted.amount, 0)
    order by 1, 2`.execute(db);
  return rows;
}
