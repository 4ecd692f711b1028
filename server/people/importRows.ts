/** The SQL of imports: how far one has come, who is registered already, and rows written by the thousand. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import { takeIds } from "../holds/rows.ts";
import { newOrderNumber } from "../orders/orderNumber.ts";
import type { TicketRow } from "../tickets/rows.ts";
import type { ImportedPerson } from "./importColumns.ts";

/** How far an import has come. */
export interface Progress {
  state: "reading" | "writing" | "done" | "failed";
  done: number;
  total: number;
}

/** Tells how far an import has come; outside its own transaction, for that nobody can see into. */
export async function tellProgress(
  db: Db,
  { eventId, key }: { eventId: number; key: string },
  progress: Progress,
): Promise<void> {
  await db.deleteFrom("imports").where("updated_at", "<", sql<Date>`now() - interval '1 day'`).execute();
  const values = { ...progress, updated_at: sql<Date>`now()` };
  await db
    .insertInto("imports")
    .values({ event_id: eventId, key, ...values })
    .onConflict((conflict) => conflict.columns(["event_id", "key"]).doUpdateSet(values))
    .execute();
}

/** How far it has come, or undefined. */
export function progressOf(db: Db, eventId: number, key: string): Promise<Progress | undefined> {
  return db
    .selectFrom("imports")
    .select(["state", "done", "total"])
    .where("event_id", "=", eventId)
    .where("key", "=", key)
    .executeTakeFirst();
}

/**
 * Leaves what the indexes of searches have to take of this transaction in their lists of what is to be taken, up to
 * 64 MB of it: `emptySearchLists` does a sixth of an import's work beside it, on another core.
 */
export async function leaveSearchList(tx: Tx): Promise<void> {
  await sql`set local gin_pending_list_limit = '64MB'`.execute(tx);
}

/** Takes into the indexes of searches what is in their lists, also of transactions under way. */
export async function emptySearchLists(db: Db): Promise<void> {
  await sql`select gin_clean_pending_list(name::regclass)
    from unnest('{attendees_search,registrations_search,orders_search}'::text[]) as searched (name)`.execute(
    db,
  );
}

/**
 * Lets PostgreSQL know of many rows that have just come: that the event has them, without which it plans lists and sums as if
 * the event were empty, and that all may see them, without which no index alone can count them. By itself it does both a
 * minute later, and for a small share of a large table not at all. Not in a transaction.
 */
export async function makeKnown(db: Db): Promise<void> {
  await sql`vacuum (analyze, index_cleanup off, truncate off, skip_locked)
    registrations (event_id), attendees (event_id), orders (event_id), order_items (order_id)`.execute(db);
}

/** Waits until no other import into the event is under way. Buyers do not wait for it. */
export async function lockImports(tx: Tx, eventId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('import', ${eventId}))`.execute(tx);
}

/** Whether anybody has an active registration of the event; those who are being imported do not count yet. */
export async function hasRegistered(db: Db, eventId: number): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean;
  }>`select sold > 0 as has from events where id = ${eventId}`.execute(db);
  return rows[0]?.has === true;
}

/** Which of these addresses, in lower case, have an active registration of the event, as buyer or as guest. */
export async function registeredEmails(
  db: Db,
  eventId: number,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  // Each address is looked up by itself, whatever PostgreSQL knows of the event: a batch reads no more of a full one.
  const { rows } = await sql<{ email: string }>`
    select email from (select distinct unnest(${[...emails]}::text[]) as email) as given
    where exists (
        select from registrations r where r.event_id = ${eventId} and lower(r.email) = given.email and r.state = 'active' offset 0)
      or exists (
        select from attendees a join lateral (select state from registrations where id = a.registration_id offset 0) r on true
        where a.event_id = ${eventId} and lower(a.email) = given.email and r.state = 'active' offset 0)`.execute(
    db,
  );
  return new Set(rows.map(({ email }) => email));
}

/** The ids that people get. */
export interface WrittenIds {
  registrations: number[];
  attendees: number[];
}

/** Some people, with what can be made ready for their rows before PostgreSQL has time for them. */
export interface Draft {
  people: readonly ImportedPerson[];
  fields: readonly string[];
  accessKeys: readonly string[];
  orderNumbers: readonly string[];
}

/** Makes it ready. */
export function draftOf(people: readonly ImportedPerson[]): Draft {
  const keys = randomBytes(16 * people.length);
  return {
    people,
    fields: people.map((one) => one.additionalFields),
    accessKeys: people.map((_, index) => keys.toString("base64url", 16 * index, 16 * index + 16)),
    orderNumbers: people.map(newOrderNumber),
  };
}

/** Writes registrations and their free orders for some people, one each; they are counted by nobody yet. */
export async function writeRegistrations(
  tx: Tx,
  { eventId, currency, tickets, now }: ImportTarget,
  { people, fields, accessKeys, orderNumbers }: Draft,
): Promise<WrittenIds> {
  const count = people.length;
  const taken = await takeIds(tx, { registrations: count, attendees: count, orders: count });
  // In the order of the file, which the list then shows.
  const ascending = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);
  const ids = {
    registrations: ascending(taken.registrations),
    attendees: ascending(taken.attendees),
    orders: taken.orders,
  };
  const lines = JSON.stringify(
    tickets.map(({ id, title }) => ({
      id,
      lines: [{ kind: "ticket", refId: id, title, unitPrice: 0, quantity: 1, total: 0 }],
    })),
  );
  await sql`with given as materialized (
      select * from unnest(${ids.registrations}::bigint[], ${ids.orders}::bigint[], ${people.map((one) => one.ticketId)}::bigint[],
        ${people.map((one) => one.email)}::text[], ${[...fields]}::jsonb[], ${[...accessKeys]}::text[],
        ${await freeNumbers(tx, orderNumbers)}::text[])
        as given (registration_id, order_id, ticket_id, email, fields, access_key, order_number)
    ), titled as (
      select id, lines, lines -> 0 ->> 'title' as title from jsonb_to_recordset(${lines}::jsonb) as t (id bigint, lines jsonb)
    ), registered as (
      insert into registrations (id, event_id, state, email, access_key, additional_fields, places, lines,
        subtotal, tax, total_amount, currency, created_at, updated_at) overriding system value
      select registration_id, ${eventId}, 'active', email, access_key, fields, 1, lines, 0, 0, 0, ${currency}, ${now}, ${now}
      from given join titled on titled.id = given.ticket_id
    ), ordered as (
      insert into orders (id, order_number, purpose, event_id, registration_id, subtotal, tax, total_amount, currency,
        payment_status, created_at, paid_at) overriding system value
      select order_id, order_number, 'registration', ${eventId}, registration_id, 0, 0, 0, ${currency}, 'free', ${now}, ${now}
      from given
    )
    insert into order_items (order_id, kind, ref_id, title, unit_price, quantity, total)
    select order_id, 'ticket', ticket_id, title, 0, 1, 0 from given join titled on titled.id = given.ticket_id`.execute(
    tx,
  );
  return ids;
}

/** Writes the attendees of registrations written before. */
export async function writeAttendees(
  tx: Tx,
  { eventId, now }: ImportTarget,
  people: readonly ImportedPerson[],
  ids: WrittenIds,
): Promise<void> {
  await sql`insert into attendees (id, registration_id, event_id, ticket_id, is_primary, first_name, last_name, email,
      phone, qr_uuid, created_at) overriding system value
    select id, registration_id, ${eventId}, ticket_id, true, first_name, last_name, email, phone, gen_random_uuid(), ${now}
    from unnest(${ids.attendees}::bigint[], ${ids.registrations}::bigint[], ${people.map((one) => one.ticketId)}::bigint[],
      ${people.map((one) => one.firstName)}::text[], ${people.map((one) => one.lastName)}::text[],
      ${people.map((one) => one.email)}::text[], ${people.map((one) => one.phone)}::text[])
      as given (id, registration_id, ticket_id, first_name, last_name, email, phone)`.execute(tx);
}

/** Where people are imported to. */
export interface ImportTarget {
  eventId: number;
  currency: string;
  tickets: readonly TicketRow[];
  now: Date;
}

/** These order numbers, others in place of those that somebody has: among a million, one of so many may well be taken. */
async function freeNumbers(tx: Tx, drafted: readonly string[]): Promise<string[]> {
  const numbers = new Set<string>();
  for (let fresh = [...drafted]; ; ) {
    const { rows } = await sql<{ order_number: string }>`
      select order_number from orders where order_number = any(${fresh}::text[])`.execute(tx);
    const taken = new Set(rows.map((row) => row.order_number));
    for (const number of fresh) if (!taken.has(number)) numbers.add(number);
    if (numbers.size === drafted.length) return [...numbers];
    fresh = Array.from({ length: drafted.length - numbers.size }, newOrderNumber);
  }
}
