/** The orders of imports, which have nothing to pay. */
import { sql } from "kysely";
import type { Tx } from "../db/pool.ts";
import type { BulkTarget, TicketPlaces } from "../registrations/bulkRows.ts";
import { newOrderNumber } from "./orderNumber.ts";

/** Its id comes from `takeIds` (server/holds/rows.ts), and its registration exists already. */
export interface BulkOrder {
  orderId: number;
  /** A proposal: if one of the batch is in use or comes twice, any order may get another number. */
  orderNumber: string;
  registrationId: number;
  /** Each ticket once. */
  tickets: readonly TicketPlaces[];
  /** The number and the paid amount of the previous system, in minor units. */
  importedNumber: string | null;
  paidElsewhere: number | null;
  /** Whether its registration is not active yet. */
  isWaiting: boolean;
  createdAt: Date;
}

/** Inserts orders with their items. */
export async function insertFreeOrders(
  tx: Tx,
  { eventId, currency, tickets }: BulkTarget,
  rows: readonly BulkOrder[],
): Promise<void> {
  const numbers = await unusedNumbers(
    tx,
    rows.map(({ orderNumber }) => orderNumber),
  );
  const titles = JSON.stringify(tickets.map(({ id, title }) => ({ id, title })));
  const items = rows.flatMap(({ orderId, tickets: places }) =>
    places.map((place) => ({ orderId, ...place })),
  );
  await sql`with ordered as (
      insert into orders (id, order_number, purpose, event_id, registration_id, subtotal, tax, total_amount, currency,
        payment_status, created_at, paid_at, imported_number, paid_elsewhere) overriding system value
      select id, order_number, 'registration', ${eventId}, registration_id, 0, 0, 0, ${currency},
        case when is_waiting then 'pending' else 'free' end, created_at, case when is_waiting then null else created_at end, imported_number, paid_elsewhere
      from unnest(${rows.map((row) => row.orderId)}::bigint[], ${numbers}::text[],
        ${rows.map((row) => row.registrationId)}::bigint[], ${rows.map((row) => row.importedNumber)}::text[],
        ${rows.map((row) => row.paidElsewhere)}::int[], ${rows.map((row) => row.createdAt.toISOString())}::timestamptz[],
        ${rows.map((row) => row.isWaiting)}::boolean[])
        as given (id, order_number, registration_id, imported_number, paid_elsewhere, created_at, is_waiting)
    )
    insert into order_items (order_id, kind, ref_id, title, unit_price, quantity, total)
    select order_id, 'ticket', ticket_id, title, 0, quantity, 0
    from unnest(${items.map((item) => item.orderId)}::bigint[], ${items.map((item) => item.ticketId)}::bigint[],
        ${items.map((item) => item.quantity)}::int[]) as item (order_id, ticket_id, quantity)
      join jsonb_to_recordset(${titles}::jsonb) as titled (id bigint, title text) on titled.id = ticket_id`.execute(
    tx,
  );
}

/** Marks the pending orders of registrations as free, whatever their total. Lock the registrations first. */
export async function markOrdersFree(tx: Tx, registrationIds: readonly number[], now: Date): Promise<void> {
  await sql`update orders set payment_status = 'free', paid_at = ${now}
    where registration_id = any(${[...registrationIds]}::bigint[]) and purpose = 'registration'
      and payment_status = 'pending'`.execute(tx);
}

/** Returns as many unused numbers as are proposed, perhaps in another sequence. */
async function unusedNumbers(tx: Tx, proposed: readonly string[]): Promise<string[]> {
  const numbers = new Set<string>();
  for (let candidates = [...proposed]; ; ) {
    const { rows } = await sql<{ order_number: string }>`
      select order_number from orders where order_number = any(${candidates}::text[])`.execute(tx);
    const usedNumbers = new Set(rows.map((row) => row.order_number));
    for (const number of candidates) if (!usedNumbers.has(number)) numbers.add(number);
    if (numbers.size === proposed.length) return [...numbers];
    candidates = Array.from({ length: proposed.length - numbers.size }, newOrderNumber);
  }
}
