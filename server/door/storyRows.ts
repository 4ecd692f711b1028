import { type Selectable, sql } from "kysely";
import type { Db } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

export type StoryScan = Selectable<Schema["door_scans"]>;

/**
 * Two admissions no longer conflict if only one of them is left. An undo of scans that are not stored concerns nobody.
 */
const isOpenConflict = sql<boolean>`
  c.conflict and c.undone_by is null and num_nonnulls(c.attendee_id, c.purchase_id) > 0 and (c.verdict <> 'alreadyIn' or not c.is_admitted or exists (
    select from door_scans other where other.event_id = c.event_id and other.scan_id <> c.scan_id
      and other.kind = c.kind and other.is_admitted and other.undone_by is null
      and (other.attendee_id = c.attendee_id or other.purchase_id = c.purchase_id)
  ))`;

/** The number of attendees and purchases with conflicts. */
export async function countConflicts(db: Db, eventId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct (c.attendee_id, c.purchase_id))::int as count from door_scans c
    where c.event_id = ${eventId} and ${isOpenConflict}`.execute(db);
  return rows[0]!.count;
}

export interface ConflictSubject {
  attendee_id: number | null;
  purchase_id: number | null;
  /** The receipt of its latest conflicting scan. */
  receipt: number;
  is_gone: boolean;
  ticket_title: string;
}

/** The attendees and purchases with conflicts, the latest first, at most `limit`. */
export async function conflictSubjects(db: Db, eventId: number, limit: number): Promise<ConflictSubject[]> {
  const { rows } = await sql<ConflictSubject>`
    select s.attendee_id, s.purchase_id, s.receipt, coalesce(t.title, '') as ticket_title,
      (s.attendee_id is not null and a.id is null) or (s.purchase_id is not null and p.id is null) as is_gone
    from (
      select c.attendee_id, c.purchase_id, max(c.receipt) as receipt from door_scans c
      where c.event_id = ${eventId} and ${isOpenConflict}
      group by 1, 2 order by 3 desc limit ${limit}
    ) s
    left join attendees a on a.id = s.attendee_id
    left join tickets t on t.id = a.ticket_id
    left join extras_purchases p on p.id = s.purchase_id
    order by s.receipt desc`.execute(db);
  return rows;
}

/** All scans of some attendees and purchases of an event, in the order of receipt. */
export function scansOf(
  db: Db,
  eventId: number,
  subjects: { attendees: readonly number[]; purchases: readonly number[] },
): Promise<StoryScan[]> {
  return db
    .selectFrom("door_scans")
    .selectAll()
    .where("event_id", "=", eventId)
    .where((where) =>
      where.or([
        where("attendee_id", "=", sql<number>`any(${[...subjects.attendees]}::bigint[])`),
        where("purchase_id", "=", sql<number>`any(${[...subjects.purchases]}::bigint[])`),
      ]),
    )
    .orderBy("receipt")
    .execute();
}

/** A page of an event's scans, the latest first; of one attendee if its id is given. */
export function scansPage(
  db: Db,
  which: { eventId: number; attendeeId: number | undefined },
  page: { limit: number; offset: number },
): Promise<StoryScan[]> {
  return scansWhere(db, which)
    .selectAll()
    .orderBy("receipt", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** The number of scans on all pages of `scansPage`. */
export async function countScans(
  db: Db,
  which: { eventId: number; attendeeId: number | undefined },
): Promise<number> {
  const { count } = await scansWhere(db, which)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function scansWhere(db: Db, { eventId, attendeeId }: { eventId: number; attendeeId: number | undefined }) {
  const eventScans = db.selectFrom("door_scans").where("event_id", "=", eventId);
  return attendeeId === undefined ? eventScans : eventScans.where("attendee_id", "=", attendeeId);
}
