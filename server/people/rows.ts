import { sql } from "kysely";
import type { PaidBy, PaymentStatus } from "../../contract/shapes/order.ts";
import type { AttendeeOrder } from "../../contract/shapes/people.ts";
import type { MissingPart, RegistrationState } from "../../contract/shapes/registration.ts";
import type { Db } from "../db/pool.ts";
import type { SearchWord } from "../db/searchWords.ts";
import { hasPaidOrderSql } from "../orders/rows.ts";
import { ticketAddressSql } from "../registrations/addressees.ts";
import { shownFirstName } from "../registrations/guestName.ts";
import { missingParts } from "../registrations/missing.ts";
import type { AttendeeRow } from "../registrations/rows.ts";
import { type AttendeeListFilters, attendeeConditions } from "./filters.ts";
import { hasIndex, type IndexedSort, isAfter, type ListPosition, orderSql } from "./sorting.ts";
import { isFoundByIndex, isFoundIn } from "./words.ts";

export interface ListedRow extends AttendeeRow {
  registration_state: RegistrationState;
  registration_email: string | null;
  additional_fields: Record<string, string>;
  registered_at: Date;
  order_id: number | null;
  order_number: string | null;
  imported_number: string | null;
  paid_elsewhere: number | null;
  order_status: PaymentStatus | null;
  order_paid_by: PaidBy | null;
  is_paid: boolean;
  missing: MissingPart[];
}

export interface AttendeeRowsQuery {
  eventId: number;
  filters: AttendeeListFilters;
  words: readonly SearchWord[];
}

export interface AttendeeRange {
  order: AttendeeOrder;
  limit: number;
  offset: number;
  /** Start after this position of the same order. `attendeeIds` reads it for indexed orders. */
  after?: ListPosition | undefined;
}

const people = sql`attendees a join registrations r on r.id = a.registration_id`;

/** Runs read-only `work` so that PostgreSQL prefers an index in the wanted order to sorting all rows. */
export function inIndexOrder<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await beginIndexWalk.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`commit`.execute(connection);
    }
  });
}

// One message to PostgreSQL for all statements.
const beginIndexWalk = sql.raw(
  `begin read only; ${["seqscan", "sort", "bitmapscan", "hashjoin", "mergejoin"].map((method) => `set local enable_${method} = off`).join("; ")}`,
);

/** The ids of a part of the rows, in order. */
export async function attendeeIds(
  db: Db,
  { eventId, filters, words }: AttendeeRowsQuery,
  { order, limit, offset, after }: AttendeeRange,
): Promise<number[]> {
  const condition = sql`${attendeeConditions(eventId, filters)} and ${isFoundIn(words)}`;
  if (hasIndex(order)) {
    const startCondition = after === undefined ? sql`true` : isAfter(order, after);
    const { rows } = await sql<{ id: number }>`
      select a.id from ${people} where ${condition} and ${startCondition}
      order by ${orderSql(order)} limit ${limit} offset ${offset}`.execute(db);
    return rows.map(({ id }) => id);
  }
  const direction = sql.raw(order === "checkin" ? "asc" : "desc");
  const maxRows = offset + limit;
  const { rows } = await sql<{ id: number }>`select id from (
      (select 0 as part, row_number() over (order by c.created_at ${direction}, a.id) as place, a.id
        from checkins c join attendees a on a.id = c.attendee_id join registrations r on r.id = a.registration_id
        where c.event_id = ${eventId} and ${condition} order by c.created_at ${direction}, a.id limit ${maxRows})
      union all
      (select 1, a.id, a.id from ${people} where ${condition} and not exists (select from checkins where attendee_id = a.id)
        order by a.id limit ${maxRows})
    ) as parts order by part, place limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Every `step`-th position of a sort order. Search words are ignored. */
export async function everyNthPosition(
  db: Db,
  { eventId, filters }: AttendeeRowsQuery,
  order: IndexedSort,
  step: number,
): Promise<ListPosition[]> {
  const { rows } = await sql<ListPosition>`select id, name from (
      select a.id, a.sort_name as name, row_number() over (order by ${orderSql(order)}) as place
      from ${people} where ${attendeeConditions(eventId, filters)}
    ) as numbered where place % ${step} = 0 order by place`.execute(db);
  return rows;
}

/** The number of matching attendees. */
export async function countMatching(db: Db, { eventId, filters, words }: AttendeeRowsQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${people}
    where ${attendeeConditions(eventId, filters)} and ${isFoundIn(words)}`.execute(db);
  return rows[0]!.count;
}

/** Counts how many of the event's newest `sampleSize` attendees match all words. */
export async function countInSample(
  db: Db,
  { eventId, words }: AttendeeRowsQuery,
  sampleSize: number,
): Promise<{ seen: number; hits: number }> {
  const { rows } = await sql<{ seen: number; hits: number }>`
    select count(*)::int as seen, (count(*) filter (where ${isFoundIn(words)}))::int as hits
    from (select id, search_text, imported_text, first_name, registration_id from attendees where event_id = ${eventId} order by id desc limit ${sampleSize}) as a`.execute(
    db,
  );
  return rows[0]!;
}

/** One page of the matches of the trigram index, and their number; undefined if it cannot be used. */
export async function indexedIdsOf(
  db: Db,
  { eventId, filters, words }: AttendeeRowsQuery,
  { order, limit, offset }: AttendeeRange,
): Promise<{ ids: number[]; total: number } | undefined> {
  const indexCondition = isFoundByIndex(words);
  if (indexCondition === null) return undefined;
  const direction = sql.raw(order === "-checkin" ? "desc" : "asc");
  const sortSql = hasIndex(order) ? orderSql(order) : sql`arrived_at ${direction} nulls last, a.id`;
  const arrivedAt = hasIndex(order)
    ? sql`null`
    : sql`(select created_at from checkins where checkins.attendee_id = a.id)`;
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    with found as materialized (
      select a.id, a.event_id, a.registration_id, a.ticket_id, a.first_name, a.sort_name from attendees a
      where a.event_id = ${eventId} and ${indexCondition} and ${isFoundIn(words)}
    ), filtered as materialized (
      select a.id, a.sort_name, ${arrivedAt}::timestamptz as arrived_at
      from found a join registrations r on r.id = a.registration_id where ${attendeeConditions(eventId, filters)}
    )
    select array(select a.id from filtered a order by ${sortSql} limit ${limit} offset ${offset}) as ids,
      (select count(*) from filtered)::int as total`.execute(db);
  return { ids: rows[0]!.ids ?? [], total: rows[0]!.total };
}

export interface TicketRecipient {
  registrationId: number;
  recipient: string;
  /** Whether such a mail was queued before, and perhaps not sent. */
  wasMailed: boolean;
}

// The key of a repeated mail ends with an occasion, which begins with a digit or a small letter (`ticketMailAgain`).
// `between` uses the index; `starts_with` leaves out other addresses that the collation sorts between the bounds.
const wasMailed = (() => {
  const key = (kind: string) => sql`${kind} || a.registration_id || ':' || lower(${ticketAddressSql})`;
  const again = key("tickets-again:");
  return sql`(exists (select from mails where key = ${key("tickets:")}) or exists (select from mails
    where key between ${again} || ':0' and ${again} || ':zz'
      and starts_with(key, ${again} || ':')))`;
})();

/**
 * The recipients of the tickets of matching attendees with an active registration, one per registration and address.
 */
export async function recipientsOf(
  db: Db,
  { eventId, filters, words }: AttendeeRowsQuery,
): Promise<TicketRecipient[]> {
  const { rows } = await sql<TicketRecipient>`
    select distinct on (a.registration_id, lower(${ticketAddressSql}))
      a.registration_id as "registrationId", ${ticketAddressSql} as recipient, ${wasMailed} as "wasMailed"
    from ${people}
    where ${attendeeConditions(eventId, filters)} and ${isFoundIn(words)} and r.state = 'active'
      and ${ticketAddressSql} is not null
    order by a.registration_id, lower(${ticketAddressSql})`.execute(db);
  return rows;
}

/** The rows of a page in the order of `ids`. */
export async function listedRows(db: Db, ids: readonly number[]): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  // `offset 0` makes PostgreSQL look up the check-in and the order of each row.
  const { rows } = await sql<ListedRow>`
    select a.id, a.registration_id, a.event_id, a.ticket_id, a.is_primary, ${shownFirstName()} as first_name,
      a.first_name <> '' as is_named, a.last_name, a.email, a.phone,
      a.qr_uuid, a.old_code_hash is not null and not a.old_code_ended as has_old_code, a.created_at, (select title from tickets where id = a.ticket_id) as ticket_title,
      c.id as checkin_id, c.created_at as checkin_time, ${missingParts} as missing,
      coalesce((select json_agg(json_build_object('questionId', question_id, 'text', question_text, 'answer', answer)
        order by question_id) from answers where answers.attendee_id = a.id), '[]') as answers,
      r.import_id, r.state as registration_state, r.email as registration_email, r.additional_fields, r.created_at as registered_at,
      o.id as order_id, o.order_number, o.imported_number, o.paid_elsewhere, o.payment_status as order_status, o.paid_by as order_paid_by,
      ${hasPaidOrderSql} as is_paid
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
      join attendees a on a.id = wanted.id join registrations r on r.id = a.registration_id
      left join lateral (select id, created_at from checkins where attendee_id = a.id offset 0) c on true
      left join lateral (select id, order_number, imported_number, paid_elsewhere, payment_status, paid_by from orders
        where registration_id = r.id and purpose = 'registration' offset 0) o on true
    order by wanted.place`.execute(db);
  return rows;
}
