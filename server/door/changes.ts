/**
 * Triggers record most changed rows with their transaction (migrations/0013-door.sql and later ones).
 * Invariant: no recorded change is missed. A cursor is the oldest transaction that was still running, because a younger
 * one may become visible before it. So some changes are sent twice.
 */
import { type RawBuilder, sql } from "kysely";
import type { PayloadOf, QueryOf } from "../../contract/all.ts";
import type { Db, Tx } from "../db/pool.ts";
import { doorAttendees, doorPurchases } from "./attendeeRows.ts";

const retentionMs = 7 * 24 * 3_600_000;
/** A cursor expires this long before its changes are pruned. */
const marginMs = 3_600_000;
/** With more changed rows, a device fetches everything anew. */
const maxChanges = 20_000;

/** As text `<transaction>.<milliseconds>`. A device gets the changes of this transaction and of all later ones. */
export interface Cursor {
  transaction: string;
  atMs: number;
}

/** Chooses the transaction of a new cursor. A test passes a wrong function, to show which changes are then missed. */
export type OldestTransaction = (db: Db) => Promise<string>;

/** The oldest transaction that is still running. */
export const oldestRunning: OldestTransaction = async (db) => {
  const { rows } = await sql<{
    xmin: string;
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(db);
  return rows[0]!.xmin;
};

/** A cursor that covers every change that is not visible yet. */
export async function newCursor(db: Db, now: Date, transactionNow = oldestRunning): Promise<string> {
  return `${await transactionNow(db)}.${now.getTime()}`;
}

/** A cursor's parts; null for an invalid text. */
export function readCursor(text: string): Cursor | null {
  const [, transaction, at] = /^(\d{1,19})\.(\d{1,15})$/.exec(text) ?? [];
  return transaction === undefined || at === undefined ? null : { transaction, atMs: Number(at) };
}

/** With `isDoorChanged`, the door (doorOf.ts) may have changed too: read it after these changes. */
export interface DoorChanges extends Omit<PayloadOf<"door/getChanges">, "door"> {
  isDoorChanged: boolean;
}

const reloadFrom = (cursor: string): DoorChanges => ({
  attendees: [],
  removedAttendeeIds: [],
  purchases: [],
  removedPurchaseIds: [],
  isDoorChanged: true,
  cursor,
  reload: true,
});

/** The rows that changed since a cursor, as they are now, and the removed ones. */
export async function changesSince(
  db: Db,
  { eventId, cursor: text }: QueryOf<"door/getChanges">,
  now: Date,
  transactionNow: OldestTransaction = oldestRunning,
): Promise<DoorChanges> {
  // Made before the changes are read, so that none is missed.
  const next = await newCursor(db, now, transactionNow);
  const cursor = readCursor(text);
  // After a restored backup, the cursor's transaction may not have begun.
  const isInvalid = cursor === null || BigInt(cursor.transaction) > BigInt(await nextTransaction(db));
  if (isInvalid || now.getTime() - cursor.atMs > retentionMs - marginMs) return reloadFrom(next);

  const touched = await touchedSince(db, eventId, cursor);
  if (touched.attendees.length + touched.purchases.length > maxChanges) return reloadFrom(next);
  const { attendees: attendeeIds, purchases: purchaseIds } = touched;
  const attendees =
    attendeeIds.length === 0
      ? []
      : await doorAttendees(db, {
          where: sql`a.event_id = ${eventId} and a.id = any(${attendeeIds}::bigint[])`,
        });
  const purchases =
    purchaseIds.length === 0
      ? []
      : await doorPurchases(db, sql`p.event_id = ${eventId} and p.id = any(${purchaseIds}::bigint[])`);
  const foundAttendees = new Set(attendees.map(({ attendeeId }) => attendeeId));
  const foundPurchases = new Set(purchases.map(({ purchaseId }) => purchaseId));
  return {
    attendees,
    removedAttendeeIds: attendeeIds.filter((id) => !foundAttendees.has(id)),
    purchases,
    removedPurchaseIds: purchaseIds.filter((id) => !foundPurchases.has(id)),
    isDoorChanged: touched.isDoorChanged,
    cursor: next,
    reload: false,
  };
}

async function nextTransaction(db: Db): Promise<string> {
  const { rows } = await sql<{
    xmax: string;
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xmax`.execute(db);
  return rows[0]!.xmax;
}

async function touchedSince(db: Db, eventId: number, { transaction }: Cursor) {
  const { rows } = await sql<{ attendees: number[]; purchases: number[]; isDoorChanged: boolean }>`
    with changes as materialized (
      select attendees, registrations, purchases, is_door from door_changes where event_id = ${eventId} and xid >= ${transaction}::xid8
    ), changed as materialized (select distinct unnest(registrations) as id from changes)
    select array(select unnest(attendees) from changes
        union select a.id from attendees a where a.registration_id in (select id from changed) order by 1) as attendees,
      array(select unnest(purchases) from changes
        union select p.id from extras_purchases p where p.registration_id in (select id from changed) order by 1) as purchases,
      exists (select from changes where is_door) as "isDoorChanged"`.execute(db);
  return rows[0]!;
}

/** Records a change of attendees' answers for the doors. A trigger would slow down every import. */
export async function recordAnswersChange(tx: Tx, attendeeIds: readonly number[]): Promise<void> {
  if (attendeeIds.length > 0) await recordChange(tx, sql`id = any(${[...attendeeIds]}::bigint[])`);
}

/** Records a change of buyers' names for the doors, which show them for guests without a name. */
export async function recordBuyersChange(tx: Tx, registrationIds: readonly number[]): Promise<void> {
  await recordChange(tx, sql`registration_id = any(${[...registrationIds]}::bigint[]) and first_name = ''`);
}

async function recordChange(tx: Tx, isChanged: RawBuilder<boolean>): Promise<void> {
  await sql`
    with written as (
      insert into door_changes (event_id, attendees) select event_id, array_agg(id order by id) from attendees
        where ${isChanged} group by event_id
      returning event_id
    )
    select tell_doors(array(select event_id from written))`.execute(tx);
}

/** Deletes changes that no valid cursor needs. */
export async function pruneChanges(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs);
  await sql`delete from door_changes where at < ${before}`.execute(db);
}
