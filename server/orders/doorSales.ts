/** What was sold at an event's door, by how it was paid. */
import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

/** Tickets, and amounts in minor units of the event's currency. */
export interface DoorSales {
  tickets: number;
  cash: number;
  cardTerminal: number;
}

/** Sums them; an index has the orders of doors alone, so that those of the web cost nothing. */
export async function doorSalesOf(db: Db, eventId: number): Promise<DoorSales> {
  const { rows } = await sql<DoorSales>`
    select coalesce(sum(places), 0)::int as tickets,
      coalesce(sum(total_amount) filter (where paid_by = 'cash'), 0)::bigint as cash,
      coalesce(sum(total_amount) filter (where paid_by = 'cardTerminal'), 0)::bigint as "cardTerminal"
    from orders o, lateral (
      select sum(quantity) as places from order_items where order_id = o.id and kind = 'ticket'
    ) i
    where event_id = ${eventId} and channel = 'door'`.execute(db);
  return rows[0]!;
}
