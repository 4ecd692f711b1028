/** Many rows of an event at once, by SQL: for tests of what lists read, and for the benchmark of lists. */
import { sql } from "kysely";
import { type Db, inTransaction } from "../db/pool.ts";

/** Where rows go, and how many. */
export interface ManyRows {
  eventId: number;
  ticketId: number;
  count: number;
}

/**
 * Registrations of one person each with their paid orders. The n-th is Mia Guest<n>, guest<n>@example.org; names and
 * addresses are in few other rows. Counters of places are not moved.
 */
export async function fillOrders(db: Db, { eventId, ticketId, count }: ManyRows): Promise<void> {
  await inTransaction(db, async (tx) => {
    // What is not on the disk yet no vacuum marks as visible to all, and an index alone then tells of nothing.
    await sql`set local synchronous_commit = on`.execute(tx);
    await sql`with registered as (
      insert into registrations (event_id, state, email, access_key, places, lines, subtotal, tax, total_amount, currency)
      select ${eventId}::bigint, 'active', 'guest' || n || '@example.org', md5(${eventId}::bigint || 'key' || n), 1,
        jsonb_build_array(jsonb_build_object('kind', 'ticket', 'refId', ${ticketId}::bigint, 'title', 'Standard', 'unitPrice', 0,
          'quantity', 1, 'total', 0)), 0, 0, 0, 'eur'
      from generate_series(1, ${count}::int) n
      returning id
    ), numbered as (
      select id, row_number() over (order by id)::int as n from registered
    ), people as (
      insert into attendees (registration_id, event_id, ticket_id, is_primary, first_name, last_name, email, phone, qr_uuid)
      select id, ${eventId}::bigint, ${ticketId}::bigint, true, 'Mia', 'Guest' || n, 'guest' || n || '@example.org',
        '+49 40 ' || n, gen_random_uuid() from numbered
    ), ordered as (
      insert into orders (order_number, purpose, event_id, registration_id, subtotal, tax, total_amount, currency,
        payment_status, paid_at)
      select upper(substr(md5(id::text), 1, 4) || '-' || substr(md5(id::text), 5, 4)) || id, 'registration', ${eventId}::bigint,
        id, 0, 0, 0, 'eur', 'free', now() from numbered order by n
      returning id
    )
    insert into order_items (order_id, kind, ref_id, title, unit_price, quantity, total)
    select id, 'ticket', ${ticketId}::bigint, 'Standard', 0, 1, 0 from ordered`.execute(tx);
  });
}
