/** What was sold at an event's door, by how it was paid. What was given back is not in it. */
import { sql } from "kysely";
import type { PaidBy } from "../../contract/doorSale.ts";
import type { Db, Tx } from "../db/pool.ts";

/** Tickets, and amounts in minor units of the event's currency. */
export interface DoorSales {
  tickets: number;
  cash: number;
  cardTerminal: number;
}

/** Sums them; an index has the orders of doors alone, so that those of the web cost nothing. */
export async function doorSalesOf(db: Db, eventId: number): Promise<DoorSales> {
  const { rows } = await sql<DoorSales>`
    select coalesce(sum(places) filter (where payment_status <> 'refunded'), 0)::int as tickets,
      coalesce(sum(total_amount - refunded_amount) filter (where paid_by = 'cash'), 0)::bigint as cash,
      coalesce(sum(total_amount - refunded_amount) filter (where paid_by = 'cardTerminal'), 0)::bigint as "cardTerminal"
    from orders o, lateral (
      select sum(quantity) as places from order_items where order_id = o.id and kind = 'ticket'
    ) i
    where event_id = ${eventId} and channel = 'door'`.execute(db);
  return rows[0]!;
}

/** Writes that an order was taken at the door and how it was paid. What costs nothing is `free` there too. */
export async function settleAtDoor(
  tx: Tx,
  order: { id: number; totalAmount: number },
  { paidBy, now }: { paidBy: PaidBy; now: Date },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set({
      channel: "door",
      paid_by: paidBy,
      payment_status: order.totalAmount === 0 ? "free" : "paid",
      paid_at: now,
    })
    .where("id", "=", order.id)
    .execute();
}
