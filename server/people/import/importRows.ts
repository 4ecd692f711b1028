import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../../db/pool.ts";
import { takeIds } from "../../holds/rows.ts";
import type { BulkOrder } from "../../orders/bulkRows.ts";
import { newOrderNumber } from "../../orders/orderNumber.ts";
import type { BulkAttendee, BulkRegistration } from "../../registrations/bulkRows.ts";
import {
  fieldsOf,
  groupAddress,
  groupBuyerName,
  guestsOf,
  type ImportedGuest,
  type ImportedRegistration,
  isWaitingGroup,
  orderNumberOf,
  paidElsewhere,
  placesNeeded,
  registeredAtOf,
  searchTextOf,
} from "./importGroups.ts";

export interface ImportState {
  state: "reading" | "writing" | "done" | "failed";
  done: number;
  total: number;
}

/** Stores the progress of an import. Call it outside its transaction, so that others see it before commit. */
export async function storeProgress(
  db: Db,
  { eventId, key }: { eventId: number; key: string },
  progress: ImportState,
): Promise<void> {
  await db.deleteFrom("imports").where("updated_at", "<", sql<Date>`now() - interval '1 day'`).execute();
  const values = { ...progress, updated_at: sql<Date>`now()` };
  await db
    .insertInto("imports")
    .values({ event_id: eventId, key, ...values })
    .onConflict((conflict) => conflict.columns(["event_id", "key"]).doUpdateSet(values))
    .execute();
}

/** The progress of an import, or undefined. */
export function readProgress(db: Db, eventId: number, key: string): Promise<ImportState | undefined> {
  return db
    .selectFrom("imports")
    .select(["state", "done", "total"])
    .where("event_id", "=", eventId)
    .where("key", "=", key)
    .executeTakeFirst();
}

/**
 * Keeps this transaction's search entries in pending lists of up to 64 MB, which `indexSearchEntries` moves on another
 * connection.
 */
export async function queueSearchEntries(tx: Tx): Promise<void> {
  await sql`set local gin_pending_list_limit = '64MB'`.execute(tx);
}

/**
 * Moves the pending entries of the search indexes of attendees, registrations and orders into these indexes, also those
 * of open transactions.
 */
export async function indexSearchEntries(db: Db): Promise<void> {
  await sql`select gin_clean_pending_list(name::regclass)
    from unnest('{attendees_search,attendees_imported,registrations_search,orders_search}'::text[]) as searched (name)`.execute(
    db,
  );
}

/**
 * Updates PostgreSQL's statistics and visibility map, because autovacuum may come too late. Skips locked tables. Call it
 * outside transactions.
 */
export async function updateStatistics(db: Db): Promise<void> {
  await sql`vacuum (analyze, index_cleanup off, truncate off, skip_locked)
    registrations (event_id), attendees (event_id), orders (event_id), order_items (order_id)`.execute(db);
}

/** Locks the event's imports. Buyers do not wait for this lock. */
export async function lockImports(tx: Tx, eventId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('import', ${eventId}))`.execute(tx);
}

/** Whether places of the event are sold or held. */
export async function hasTakenPlaces(db: Db, eventId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select held + sold > 0 as has from events where id = ${eventId}`.execute(db);
  return rows[0]?.has === true;
}

/** Whether the registration `r` is active, or imported and not yet active. */
export const isRegistered = sql<boolean>`(r.state = 'active' or r.state = 'pending' and r.expires_at is null)`;

/** Those of the lower-case addresses that are registered, as buyer or as guest. */
export async function registeredEmails(
  db: Db,
  eventId: number,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  // `offset 0` makes PostgreSQL look up each address by itself, whatever its statistics are.
  const { rows } = await sql<{ email: string }>`
    select email from (select distinct unnest(${[...emails]}::text[]) as email) as given
    where exists (
        select from registrations r where r.event_id = ${eventId} and lower(r.email) = given.email and ${isRegistered} offset 0)
      or exists (
        select from attendees a join lateral (select state, expires_at from registrations where id = a.registration_id offset 0) r on true
        where a.event_id = ${eventId} and lower(a.email) = given.email and ${isRegistered} offset 0)`.execute(
    db,
  );
  return new Set(rows.map(({ email }) => email));
}

/** Those names (`nameKey`) that are in imported registrations (`isRegistered`) without an address. */
export async function registeredNames(
  db: Db,
  eventId: number,
  names: readonly GuestName[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  // The indexed sort_name is the same for names that differ in case or accents alone.
  const { rows } = await sql<{ name: string }>`
    select distinct given.name from (select distinct name, first_name, last_name from
        unnest(${names.map(nameKey)}::text[], ${names.map(({ firstName }) => firstName)}::text[],
          ${names.map(({ lastName }) => lastName)}::text[]) as one (name, first_name, last_name)) as given
      cross join lateral (select id, registration_id, first_name, last_name from attendees where event_id = ${eventId}
        and sort_name = plain_text(coalesce(nullif(given.last_name, ''), given.first_name) || ' ' || given.first_name)
        offset 0) a
      join registrations r on r.id = a.registration_id
    where ${isRegistered} and r.email is null and r.import_id is not null
      and lower(a.first_name) = lower(given.first_name) and lower(a.last_name) = lower(given.last_name)`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Those order numbers of another system that imported registrations (`isRegistered`) have. */
export async function registeredNumbers(
  db: Db,
  eventId: number,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set();
  const { rows } = await sql<{ number: string }>`
    select number from (select distinct unnest(${[...numbers]}::text[]) as number) as given
    where exists (select from orders o
      join lateral (select state, expires_at from registrations where id = o.registration_id offset 0) r on true
      where o.event_id = ${eventId} and o.imported_number = given.number and ${isRegistered} offset 0)`.execute(
    db,
  );
  return new Set(rows.map(({ number }) => number));
}

export type GuestName = Pick<ImportedGuest, "firstName" | "lastName">;

/** A name as `registeredNames` returns it. */
export function nameKey({ firstName, lastName }: GuestName): string {
  return `${firstName} ${lastName}`.trim();
}

export interface RegistrationDraft {
  registration: ImportedRegistration;
  guests: ImportedGuest[];
  accessKey: string;
  orderNumber: string;
}

/** Prepares registrations, with their random values, without the database. */
export function draftRegistrations(registrations: readonly ImportedRegistration[]): RegistrationDraft[] {
  const keys = randomBytes(16 * registrations.length);
  return registrations.map((registration, index) => ({
    registration,
    guests: guestsOf(registration),
    accessKey: keys.toString("base64url", 16 * index, 16 * index + 16),
    orderNumber: newOrderNumber(),
  }));
}

export interface ImportRows {
  registrations: BulkRegistration[];
  orders: BulkOrder[];
  attendees: (BulkAttendee & { answers: string; checkedInAt: Date | null; isWaiting: boolean })[];
}

/** Assigns ascending ids: `takeIds` returns the lowest id last, for `pop`. */
export async function assignIds(
  tx: Tx,
  drafts: readonly RegistrationDraft[],
  { now, storedTicketId }: { now: Date; storedTicketId: (ticketId: number) => number },
): Promise<ImportRows> {
  const count = drafts.length;
  const people = drafts.reduce((sum, { guests }) => sum + guests.length, 0);
  const ids = await takeIds(tx, { registrations: count, attendees: people, orders: count });
  const rows: ImportRows = { registrations: [], orders: [], attendees: [] };
  for (const { registration, guests, accessKey, orderNumber } of drafts) {
    const registrationId = ids.registrations.pop()!;
    const createdAt = registeredAtOf(registration) ?? now;
    const importedText = searchTextOf(registration);
    const isWaiting = isWaitingGroup(registration);
    const places = placesNeeded([registration], storedTicketId);
    const tickets = [...places].map(([ticketId, quantity]) => ({ ticketId, quantity }));
    rows.registrations.push({
      registrationId,
      tickets,
      email: groupAddress(registration),
      buyerName: groupBuyerName(registration),
      accessKey,
      additionalFields: fieldsOf(registration),
      isWaiting,
      createdAt,
    });
    rows.orders.push({
      orderId: ids.orders.pop()!,
      orderNumber,
      registrationId,
      tickets,
      importedNumber: orderNumberOf(registration),
      paidElsewhere: paidElsewhere(registration),
      isWaiting,
      createdAt,
    });
    for (const guest of guests)
      rows.attendees.push({
        ...guest,
        ticketId: storedTicketId(guest.ticketId),
        attendeeId: ids.attendees.pop()!,
        registrationId,
        importedText,
        isWaiting,
        createdAt,
      });
  }
  return rows;
}
