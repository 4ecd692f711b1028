import { sql } from "kysely";
import { type Db, inTransaction } from "../db/pool.ts";

export interface ManyRows {
  eventId: number;
  ticketId: number;
  count: number;
}

const firstName = sql`(array['Mi', 'Le', 'Zo', 'Jö', 'An', 'Pa', 'So', 'Em', 'No', 'Lu'])[1 + n % 10]
  || (array['a', 'o', 'ra', 'lina', 'nek', 'rin', 'mas', 'dor', 'tje', 'bel'])[1 + n / 10 % 10]`;

/** Inserts registrations of one person each with free orders: the n-th is Guest<n>. Counters of places do not change. */
export async function fillOrders(db: Db, { eventId, ticketId, count }: ManyRows): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Index-only scans need pages that are marked as all-visible, and vacuum marks only those of flushed commits.
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
      select id, ${eventId}::bigint, ${ticketId}::bigint, true, ${firstName}, 'Guest' || n, 'guest' || n || '@example.org',
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

/** Inserts waiting-list entries of one place each. */
export async function fillEntries(db: Db, { eventId, ticketId, count }: ManyRows): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local synchronous_commit = on`.execute(tx);
    // The trigger would recount the queue for each entry.
    await sql`alter table waiting_entries disable trigger waiting_came`.execute(tx);
    await sql`insert into waiting_entries (event_id, ticket_id, places, name, email, access_key)
      select ${eventId}::bigint, ${ticketId}::bigint, 1, 'Mia Guest' || n, 'guest' || n || '@example.org',
        md5(${eventId}::bigint || 'waits' || n) from generate_series(1, ${count}::int) n`.execute(tx);
    await sql`alter table waiting_entries enable trigger waiting_came`.execute(tx);
    await sql`update tickets set waiting_least = 1 where id = ${ticketId}`.execute(tx);
  });
}

/** Inserts donations of 5.00 each: nine of ten are paid. */
export async function fillSponsorships(db: Db, eventId: number, count: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local synchronous_commit = on`.execute(tx);
    await sql`with ordered as (
        insert into orders (order_number, purpose, event_id, subtotal, tax, total_amount, currency, payment_status, paid_at)
        select 'D' || ${eventId}::bigint || '-' || n, 'donation', ${eventId}::bigint, 500, 0, 500, 'eur',
          case when n % 10 = 0 then 'pending' else 'paid' end, case when n % 10 > 0 then now() end
        from generate_series(1, ${count}::int) n
        returning id, payment_status, order_number
      )
      insert into sponsorships (event_id, club_id, package_type, amount, currency, access_key, order_id, payment_status, sponsor_data)
      select ${eventId}::bigint, (select club_id from events where id = ${eventId}), 'donation', 500, 'eur', order_number, id,
        payment_status, jsonb_build_object('firstName', 'Grace', 'lastName', order_number, 'email', order_number || '@example.org')
      from ordered order by id`.execute(tx);
  });
}
