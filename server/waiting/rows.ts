/** Triggers keep `tickets.waiting_least`, the size of the smallest waiting group, up to date (migration 0026). */

import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { QueryOf } from "../../contract/all.ts";
import type { TaxRate } from "../../contract/rules/money/tax.ts";
import { type WaitingNumbers, type WaitingState, waitingState } from "../../contract/shapes/waitingList.ts";
import { taxRateOf } from "../clubs/taxRateRows.ts";
import type { Db, Tx } from "../db/pool.ts";
import { nearerRange, type RowRange } from "../db/rowRange.ts";
import type { Schema } from "../db/schema.ts";
import { containsPattern, mayContain, searchFormsOf, searchWordsOf } from "../db/searchWords.ts";
import { newAccessKey } from "../registrations/proof.ts";

export type EntryRow = Selectable<Schema["waiting_entries"]>;

/** An entry with its ticket and, if there is one, the registration of its offer. */
export interface EntryWithState extends EntryRow {
  ticket_title: string;
  ticket_price: number;
  tax_rate: TaxRate | null;
  state_now: WaitingState;
  hold_key: string | null;
  hold_until: Date | null;
  /** The price of the offer, in minor units. */
  hold_total: number | null;
}

// Until `markEnded` runs, an ended offer is still stored as "offered". A late payment makes even a lapsed offer taken.
const stateNow = sql<WaitingState>`case when r.state = 'active' then 'taken'
  when w.state = 'offered' and (r.id is null or r.state not in ('held', 'pending')) then 'lapsed' else w.state end`;
const withHolds = sql`waiting_entries w left join registrations r on r.id = w.registration_id`;

/** Some entries, in the order of `ids`. `offset 0` makes the planner use an index for each row. */
export async function entriesById(db: Db, ids: readonly number[]): Promise<EntryWithState[]> {
  if (ids.length === 0) return [];
  const { rows } =
    await sql<EntryWithState>`select w.*, t.title as ticket_title, t.price as ticket_price, t.tax_rate,
      ${stateNow} as state_now, r.access_key as hold_key, r.expires_at as hold_until, r.total_amount as hold_total
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
      join lateral (select * from waiting_entries where id = wanted.id offset 0) w on true
      join lateral (select title, price, ${taxRateOf("tickets")} as tax_rate from tickets where id = w.ticket_id offset 0) t on true
      left join lateral (select * from registrations where id = w.registration_id offset 0) r on true
    order by wanted.place`.execute(db);
  return rows;
}

/** One entry, or undefined. */
export async function entryById(db: Db, entryId: number): Promise<EntryWithState | undefined> {
  const [row] = await entriesById(db, [entryId]);
  return row;
}

/** Whether a hold was offered to somebody on a waiting list. */
export async function isOfferedHold(db: Db, registrationId: number): Promise<boolean> {
  const entry = await db
    .selectFrom("waiting_entries")
    .select("id")
    .where("registration_id", "=", registrationId)
    .executeTakeFirst();
  return entry !== undefined;
}

/** The position of an entry among those that wait for the same ticket, from 1. */
export async function positionOf(db: Db, { id, ticket_id }: EntryRow): Promise<number> {
  const { rows } = await sql<{ position: number }>`select count(*)::int as position from waiting_entries
    where ticket_id = ${ticket_id} and state = 'waiting' and id <= ${id}`.execute(db);
  return rows[0]!.position;
}

export type NewEntry = Pick<
  EntryRow,
  "event_id" | "ticket_id" | "places" | "name" | "email" | "access_key" | "created_at"
>;

/** Inserts an entry. If the address already waits or has an offer for the ticket, returns that entry's id. */
export async function findOrInsertEntry(tx: Tx, entry: NewEntry): Promise<number> {
  const { rows } = await sql<{ id: number }>`with inserted as (
      insert into waiting_entries (event_id, ticket_id, places, name, email, access_key, created_at)
      values (${entry.event_id}, ${entry.ticket_id}, ${entry.places}, ${entry.name}, ${entry.email}, ${entry.access_key},
        ${entry.created_at})
      on conflict (ticket_id, lower(email)) where state in ('waiting', 'offered') do nothing returning id)
    select id from inserted union all select id from waiting_entries
      where ticket_id = ${entry.ticket_id} and lower(email) = lower(${entry.email}) and state in ('waiting', 'offered')`.execute(
    tx,
  );
  return rows[0]!.id;
}

/** Events with waiting entries. */
export async function eventsWithWaitingEntries(db: Db): Promise<number[]> {
  const { rows } = await sql<{ event_id: number }>`select distinct event_id from tickets
    where waiting_least is not null order by event_id`.execute(db);
  return rows.map(({ event_id }) => event_id);
}

/** The tickets of an event with waiting entries. */
export async function ticketsWithWaitingEntries(tx: Tx, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from tickets
    where event_id = ${eventId} and waiting_least is not null order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The waiting entries after `after` whose groups fit into the free places of their ticket, oldest first. */
export async function entriesThatFit(
  tx: Tx,
  left: readonly { ticketId: number; left: number }[],
  { after, limit }: { after: number; limit: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`select w.* from waiting_entries w
      join json_to_recordset(${JSON.stringify(left)}::json) as room ("ticketId" bigint, "left" int) on room."ticketId" = w.ticket_id
    where w.state = 'waiting' and w.places <= room."left" and w.id > ${after} order by w.id limit ${limit}`.execute(
    tx,
  );
  return rows;
}

/** Marks entries as offered. */
export async function markOffered(
  tx: Tx,
  offers: readonly { entryId: number; registrationId: number; until: Date }[],
): Promise<void> {
  await sql`update waiting_entries w set state = 'offered', registration_id = o."registrationId", offered_until = o.until
    from json_to_recordset(${JSON.stringify(offers)}::json) as o ("entryId" bigint, "registrationId" bigint, until timestamptz)
    where w.id = o."entryId"`.execute(tx);
}

/** Marks an entry as left: its person has left the list, or staff removed the entry. */
export async function markLeft(tx: Tx, entryId: number): Promise<void> {
  await tx.updateTable("waiting_entries").set({ state: "left" }).where("id", "=", entryId).execute();
}

/** Gives the entry whose offer is this registration a new key: the links mailed so far stop working. */
export async function renewEntryKey(tx: Tx, registrationId: number): Promise<void> {
  await tx
    .updateTable("waiting_entries")
    .set({ access_key: newAccessKey() })
    .where("registration_id", "=", registrationId)
    .execute();
}

export type EndedOffer = Pick<EntryRow, "id" | "event_id" | "email"> & { ended_by_time: boolean };

/** Marks up to 1,000 offers that were taken or have lapsed, each once on any number of nodes. */
export async function markEnded(tx: Tx, filter?: { ticketId: number; email: string }): Promise<EndedOffer[]> {
  const matching =
    filter === undefined
      ? sql``
      : sql`and w.ticket_id = ${filter.ticketId} and lower(w.email) = lower(${filter.email})`;
  const { rows } = await sql<EndedOffer>`with ended as (
      select w.id, r.state as became from waiting_entries w left join registrations r on r.id = w.registration_id
      where w.state = 'offered' and (r.id is null or r.state not in ('held', 'pending')) ${matching}
      order by w.id limit 1000 for update of w skip locked)
    update waiting_entries w set state = case when ended.became = 'active' then 'taken' else 'lapsed' end
    from ended where w.id = ended.id
    returning w.id, w.event_id, w.email, coalesce(ended.became = 'expired', false) as ended_by_time`.execute(
    tx,
  );
  return rows;
}

export type EntryFilters = Pick<
  QueryOf<"waitingList/getByEventId">,
  "eventId" | "ticketId" | "state" | "searchKeyword"
>;

/**
 * The ids of a page of entries in the order of joining, and the total. Without search words, `numbers` give the total.
 */
export async function findEntries(
  db: Db,
  filters: EntryFilters,
  numbers: readonly WaitingNumbers[],
  page: RowRange,
): Promise<{ ids: number[]; total: number }> {
  const words = searchWordsOf(filters.searchKeyword);
  const matching = await matchingEntries(db, filters, words);
  if (words.length > 0) return searchEntries(db, matching, page);
  const total = totalOf(numbers, filters);
  const { isFromEnd, limit, offset } = nearerRange(page, total);
  if (limit === 0) return { ids: [], total };
  const { rows } = await sql<{ id: number }>`select w.id from ${matching}
    order by w.id ${sql.raw(isFromEnd ? "desc" : "asc")} limit ${limit} offset ${offset}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return { ids: isFromEnd ? ids.reverse() : ids, total };
}

function totalOf(numbers: readonly WaitingNumbers[], { ticketId, state }: EntryFilters): number {
  const states = state === undefined ? waitingState.options : [state];
  return numbers
    .filter((counts) => ticketId === undefined || counts.ticketId === ticketId)
    .reduce((total, counts) => states.reduce((sum, one) => sum + counts[one], total), 0);
}

async function searchEntries(
  db: Db,
  matching: RawBuilder<unknown>,
  { limit, offset }: RowRange,
): Promise<{ ids: number[]; total: number }> {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as materialized (select w.id from ${matching})
    select array(select id from found order by id limit ${limit} offset ${offset}) as ids,
      (select count(*) from found)::int as total`.execute(db);
  return rows[0]!;
}

async function matchingEntries(
  db: Db,
  { eventId, ticketId, state }: EntryFilters,
  words: readonly string[],
): Promise<RawBuilder<unknown>> {
  const conditions = [sql<SqlBool>`w.event_id = ${eventId}`];
  if (ticketId !== undefined) conditions.push(sql`w.ticket_id = ${ticketId}`);
  // A waiting entry has no offer yet, so no registration is needed.
  if (state === "waiting") conditions.push(sql`w.state = 'waiting'`);
  else if (state !== undefined) conditions.push(sql`w.state <> 'waiting' and ${stateNow} = ${state}`);
  const text = sql`plain_text(w.name || chr(10) || w.email)`;
  for (const word of await searchFormsOf(db, words))
    conditions.push(sql`${text} like ${containsPattern(word.plain)} and ${mayContain(text, word)}`);
  const usesOffers = state !== undefined && state !== "waiting";
  return sql`${usesOffers ? withHolds : sql`waiting_entries w`} where ${sql.join(conditions, sql` and `)}`;
}

/** The numbers of entries by ticket and state, of tickets with entries. */
export async function numbersOf(db: Db, eventId: number): Promise<WaitingNumbers[]> {
  const { rows } = await sql<WaitingNumbers>`
    select t.id as "ticketId", t.title as "ticketTitle", coalesce(w.waiting, 0) as waiting, coalesce(w.places, 0) as "placesWanted",
      coalesce(o.offered, 0) as offered, coalesce(o.taken, 0) as taken, coalesce(o.lapsed, 0) as lapsed, coalesce(o."left", 0) as "left"
    from tickets t
      left join lateral (
        select count(*)::int as waiting, sum(places)::int as places
        from waiting_entries where ticket_id = t.id and state = 'waiting' offset 0
      ) w on true
      left join (
        select ticket_id, count(*) filter (where state = 'offered')::int as offered,
          count(*) filter (where state = 'taken')::int as taken, count(*) filter (where state = 'lapsed')::int as lapsed,
          count(*) filter (where state = 'left')::int as "left"
        from (
          select w.ticket_id, ${stateNow} as state from ${withHolds} where w.event_id = ${eventId} and w.state <> 'waiting'
        ) by_state group by ticket_id
      ) o on o.ticket_id = t.id
    where t.event_id = ${eventId} and (w.waiting > 0 or o.ticket_id is not null)
    order by t.sort_order, t.id`.execute(db);
  return rows;
}

export interface ImportedEntry {
  ticketId: number;
  places: number;
  name: string;
  email: string;
  createdAt: Date;
}

/** Inserts entries in this order, except of addresses that wait or have an offer for the ticket. Returns how many. */
export async function insertImportedEntries(
  tx: Tx,
  { eventId, importId }: { eventId: number; importId: number },
  entries: readonly ImportedEntry[],
): Promise<number> {
  const columns = {
    tickets: entries.map(({ ticketId }) => ticketId),
    places: entries.map(({ places }) => places),
    names: entries.map(({ name }) => name),
    emails: entries.map(({ email }) => email),
    keys: entries.map(newAccessKey),
    times: entries.map(({ createdAt }) => createdAt.toISOString()),
  };
  const { numAffectedRows } = await sql`
    insert into waiting_entries (event_id, import_id, ticket_id, places, name, email, access_key, created_at)
    select ${eventId}, ${importId}, ticket_id, places, name, email, access_key, created_at
    from unnest(${columns.tickets}::bigint[], ${columns.places}::int[], ${columns.names}::text[],
        ${columns.emails}::text[], ${columns.keys}::text[], ${columns.times}::timestamptz[])
      with ordinality as given (ticket_id, places, name, email, access_key, created_at, place)
    order by place
    on conflict (ticket_id, lower(email)) where state in ('waiting', 'offered') do nothing`.execute(tx);
  return Number(numAffectedRows);
}

/** How many entries of each import exist, and how many of these no longer wait. */
export async function importedEntries(
  db: Db,
  importIds: readonly number[],
): Promise<ReadonlyMap<number, { entries: number; changed: number }>> {
  const { rows } = await sql<{ id: number; entries: number; changed: number }>`
    select import_id as id, count(*)::int as entries, (count(*) filter (where state <> 'waiting'))::int as changed
    from waiting_entries where import_id = any(${[...importIds]}::bigint[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** The tickets of an import's entries. */
export async function ticketsOfImportedEntries(db: Db, importId: number): Promise<number[]> {
  const { rows } = await sql<{ ticket_id: number }>`
    select distinct ticket_id from waiting_entries where import_id = ${importId}`.execute(db);
  return rows.map(({ ticket_id }) => ticket_id);
}

/** Deletes the entries of an import. */
export async function deleteImportedEntries(tx: Tx, importId: number): Promise<void> {
  await tx.deleteFrom("waiting_entries").where("import_id", "=", importId).execute();
}
