/**
 * What has a device not heard yet? Triggers write what every statement touched, with its transaction
 * (migrations/0013-door.sql, 0020-door-hears-more.sql); a device tells from which transaction on it wants to hear.
 * Invariant: nothing is missed: a cursor is the oldest transaction that was still running, for a younger one may be
 * visible before it. Some is told twice.
 */
import { sql } from "kysely";
import type { PayloadOf, QueryOf } from "../../contract/all.ts";
import type { Db, Tx } from "../db/pool.ts";
import { doorAttendees, doorPurchases } from "./attendeeRows.ts";

const keptMs = 7 * 24 * 3_600_000;
/** A cursor goes stale a little before what it would need is pruned. */
const marginMs = 3_600_000;
/** More is quicker fetched as a copy. */
const mostChanged = 20_000;

/** A cursor: `<transaction>.<milliseconds>`. To the device it is opaque. */
export interface Cursor {
  transaction: string;
  atMs: number;
}

/** How a cursor is taken; a test brings one that is wrong, to show what it misses. */
export type TransactionNow = (db: Db) => Promise<string>;

/** The oldest transaction that is still running. */
export const oldestRunning: TransactionNow = async (db) => {
  const { rows } = await sql<{
    xmin: string;
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(db);
  return rows[0]!.xmin;
};

/** A cursor from which on everything is told that is not visible yet. */
export async function cursorNow(db: Db, now: Date, transactionNow = oldestRunning): Promise<string> {
  return `${await transactionNow(db)}.${now.getTime()}`;
}

/** A cursor's parts; null for a text that is none. */
export function readCursor(text: string): Cursor | null {
  const [, transaction, at] = /^(\d{1,19})\.(\d{1,15})$/.exec(text) ?? [];
  return transaction === undefined || at === undefined ? null : { transaction, atMs: Number(at) };
}

/** What changed; `isDoorMoved`: what doorOf.ts tells may have changed as well, and is to be read after this. */
export interface ChangesTold extends Omit<PayloadOf<"door/getChanges">, "door"> {
  isDoorMoved: boolean;
}

const toldAnew = (cursor: string): ChangesTold => ({
  attendees: [],
  removedAttendeeIds: [],
  purchases: [],
  removedPurchaseIds: [],
  isDoorMoved: true,
  cursor,
  reload: true,
});

/** What changed since a cursor, as it is now, and who went. */
export async function changesSince(
  db: Db,
  { eventId, cursor: text }: QueryOf<"door/getChanges">,
  now: Date,
  transactionNow: TransactionNow = oldestRunning,
): Promise<ChangesTold> {
  // First the cursor, then the changes: what is committed in between is told, and told again.
  const next = await cursorNow(db, now, transactionNow);
  const cursor = readCursor(text);
  // A restored backup has had fewer transactions than the database that the cursor is of.
  const isOfAnother = cursor === null || BigInt(cursor.transaction) > BigInt(await newestKnown(db));
  if (isOfAnother || now.getTime() - cursor.atMs > keptMs - marginMs) return toldAnew(next);

  const touched = await touchedSince(db, eventId, cursor);
  if (touched.attendees.length + touched.purchases.length > mostChanged) return toldAnew(next);
  const { attendees: people, purchases: bought } = touched;
  const attendees =
    people.length === 0
      ? []
      : await doorAttendees(db, { where: sql`a.event_id = ${eventId} and a.id = any(${people}::bigint[])` });
  const purchases =
    bought.length === 0
      ? []
      : await doorPurchases(db, sql`p.event_id = ${eventId} and p.id = any(${bought}::bigint[])`);
  const isThere = new Set(attendees.map(({ attendeeId }) => attendeeId));
  const isBought = new Set(purchases.map(({ purchaseId }) => purchaseId));
  return {
    attendees,
    removedAttendeeIds: people.filter((id) => !isThere.has(id)),
    purchases,
    removedPurchaseIds: bought.filter((id) => !isBought.has(id)),
    isDoorMoved: touched.isDoorMoved,
    cursor: next,
    reload: false,
  };
}

/** The first transaction that has not begun yet. */
async function newestKnown(db: Db): Promise<string> {
  const { rows } = await sql<{
    xmax: string;
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xmax`.execute(db);
  return rows[0]!.xmax;
}

async function touchedSince(db: Db, eventId: number, { transaction }: Cursor) {
  const { rows } = await sql<{ attendees: number[]; purchases: number[]; isDoorMoved: boolean }>`
    with told as materialized (
      select attendees, registrations, purchases, is_door from door_changes where event_id = ${eventId} and xid >= ${transaction}::xid8
    ), moved as materialized (select distinct unnest(registrations) as id from told)
    select array(select unnest(attendees) from told
        union select a.id from attendees a where a.registration_id in (select id from moved) order by 1) as attendees,
      array(select unnest(purchases) from told
        union select p.id from extras_purchases p where p.registration_id in (select id from moved) order by 1) as purchases,
      exists (select from told where is_door) as "isDoorMoved"`.execute(db);
  return rows[0]!;
}

/**
 * Tells doors of an attendee by hand: of answers. They are written with every attendee who comes, of whom doors are told
 * anyway; a trigger on them would cost each import what one change by staff is worth.
 */
export async function tellOfAttendee(tx: Tx, attendeeId: number): Promise<void> {
  await sql`
    with told as (
      insert into door_changes (event_id, attendees) select event_id, array[id] from attendees where id = ${attendeeId}
      returning event_id
    )
    select tell_doors(array(select event_id from told))`.execute(tx);
}

/** Forgets what no cursor asks for any more. */
export async function pruneChanges(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  await sql`delete from door_changes where at < ${before}`.execute(db);
}
