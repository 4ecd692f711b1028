import { type RawBuilder, sql } from "kysely";
import type { DoorPaidBy } from "../../contract/shapes/order.ts";
import type { Db, Tx } from "../db/pool.ts";

/** Amounts in minor units, after refunds. Tickets and extras of orders with the status `refunded` do not count. */
export interface DoorSales {
  tickets: number;
  extras: number;
  cash: number;
  cardTerminal: number;
}

/** The sales at an event's door. */
export function doorSalesOf(db: Db, eventId: number): Promise<DoorSales> {
  return sumOf(db, eventId, sql`true`);
}

/** A device's sales since six in the morning of the event's time zone, because events continue past midnight. */
export async function deviceSalesToday(
  db: Db,
  { eventId, timeZone, deviceId }: { eventId: number; timeZone: string; deviceId: string },
  now: Date,
): Promise<DoorSales & { since: Date }> {
  const { rows } = await sql<{ since: Date }>`
    select (date_trunc('day', ${now}::timestamptz at time zone ${timeZone} - interval '6 hours') + interval '6 hours')
      at time zone ${timeZone} as since`.execute(db);
  const { since } = rows[0]!;
  return { ...(await sumOf(db, eventId, sql`device_id = ${deviceId} and paid_at >= ${since}`)), since };
}

async function sumOf(db: Db, eventId: number, condition: RawBuilder<unknown>): Promise<DoorSales> {
  const { rows } = await sql<DoorSales>`
    select coalesce(sum(places) filter (where payment_status <> 'refunded'), 0)::int as tickets,
      coalesce(sum(extras) filter (where payment_status <> 'refunded'), 0)::int as extras,
      coalesce(sum(total_amount - refunded_amount) filter (where paid_by = 'cash'), 0)::bigint as cash,
      coalesce(sum(total_amount - refunded_amount) filter (where paid_by = 'cardTerminal'), 0)::bigint as "cardTerminal"
    from orders o, lateral (
      select sum(quantity) filter (where kind = 'ticket') as places,
        sum(quantity) filter (where kind = 'extras') as extras
      from order_items where order_id = o.id
    ) i
    where event_id = ${eventId} and channel = 'door' and ${condition}`.execute(db);
  return rows[0]!;
}

/** Marks an order as sold at the door. */
export async function settleAtDoor(
  tx: Tx,
  order: { id: number; totalAmount: number },
  { paidBy, deviceId, now }: { paidBy: DoorPaidBy; deviceId: string | null; now: Date },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set({
      channel: "door",
      paid_by: paidBy,
      device_id: deviceId,
      payment_status: order.totalAmount === 0 ? "free" : "paid",
      paid_at: now,
    })
    .where("id", "=", order.id)
    .execute();
}

/** The device of a sale at the door; null if it is unknown, or for another order. */
export async function deviceOfSale(tx: Tx, orderId: number): Promise<string | null> {
  const row = await tx
    .selectFrom("orders")
    .select("device_id")
    .where("id", "=", orderId)
    .where("channel", "=", "door")
    .executeTakeFirst();
  return row?.device_id ?? null;
}
