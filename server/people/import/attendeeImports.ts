import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../db/pool.ts";
import type { Schema } from "../../db/schema.ts";

export type AttendeeImportRow = Selectable<Schema["attendee_imports"]>;

export interface NewImport {
  eventId: number;
  actor: string;
  fileName: string | null;
  now: Date;
}

/** Creates an import without its counts, and returns its number. */
export async function createImport(tx: Tx, { eventId, actor, fileName, now }: NewImport): Promise<number> {
  const { id } = await tx
    .insertInto("attendee_imports")
    .values({ event_id: eventId, imported_by: actor, imported_at: now, file_name: fileName })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the counts of an import. */
export async function storeImportCounts(
  tx: Tx,
  importId: number,
  counts: Pick<AttendeeImportRow, "people" | "registrations" | "left_out">,
): Promise<void> {
  await tx.updateTable("attendee_imports").set(counts).where("id", "=", importId).execute();
}

/** Deletes an import, which must have registered nobody. */
export async function deleteImport(tx: Tx, importId: number): Promise<void> {
  await tx.deleteFrom("attendee_imports").where("id", "=", importId).execute();
}

/** Marks an import as taken back. */
export async function markTakenBack(
  tx: Tx,
  importId: number,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  await tx
    .updateTable("attendee_imports")
    .set({ taken_back_at: now, taken_back_by: actor })
    .where("id", "=", importId)
    .execute();
}

/** One import, or undefined. */
export function importById(db: Db, importId: number): Promise<AttendeeImportRow | undefined> {
  return db.selectFrom("attendee_imports").selectAll().where("id", "=", importId).executeTakeFirst();
}

/** The imports of an event, newest first. */
export function importsOfEvent(db: Db, eventId: number): Promise<AttendeeImportRow[]> {
  return db
    .selectFrom("attendee_imports")
    .selectAll()
    .where("event_id", "=", eventId)
    .orderBy("id", "desc")
    .execute();
}

/** Counts of people: `people` are all that were not deleted, `waiting` are not active yet. */
export interface ImportUse {
  people: number;
  waiting: number;
  letIn: number;
  changed: number;
}

/**
 * The use of imports that have people, by number. An import writes no history about its people, so an entry
 * means a change, except a mail of the order. A check-in of the file does not count as let in. `offset 0` makes
 * PostgreSQL look up each row instead of reading the whole history.
 */
export async function usesOfImports(
  db: Db,
  importIds: readonly number[],
): Promise<ReadonlyMap<number, ImportUse>> {
  if (importIds.length === 0) return new Map();
  const { rows } = await sql<ImportUse & { id: number }>`
    select r.import_id as id, count(*)::int as people,
      (count(*) filter (where r.state = 'pending'))::int as waiting,
      (count(*) filter (where exists (select from checkins c where c.attendee_id = a.id
        and (not exists (select from door_scans s where s.event_id = c.event_id and s.scan_id = c.scan_id
            and s.import_id is not null offset 0)
          or exists (select from door_scans s where s.event_id = c.event_id and s.attendee_id = a.id
            and s.kind = 'admit' and s.is_admitted and s.undone_by is null and s.import_id is null offset 0))
        offset 0)))::int as "letIn",
      (count(*) filter (where r.state not in ('active', 'pending')
        or exists (select from audit_log where entity = 'registration' and entity_id = r.id offset 0)
        or exists (select from audit_log where entity = 'attendee' and entity_id = a.id offset 0)
        or exists (select from orders o where o.registration_id = r.id
          and (o.purpose <> 'registration' or o.payment_status not in ('free', 'pending') or exists (select from audit_log
            where entity = 'order' and entity_id = o.id and action <> 'mailed' offset 0)) offset 0)))::int as changed
    from registrations r join attendees a on a.registration_id = r.id
    where r.import_id = any(${[...importIds]}::bigint[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, ...use }) => [id, use]));
}

/** The registrations of an import and their tickets, without locks. */
export async function registrationsOfImport(
  db: Db,
  importId: number,
): Promise<{ registrationIds: number[]; ticketIds: number[] }> {
  const { rows } = await sql<{ registrationIds: number[] | null; ticketIds: number[] | null }>`
    select array_agg(distinct r.id) as "registrationIds", array_agg(distinct a.ticket_id) as "ticketIds"
    from registrations r join attendees a on a.registration_id = r.id where r.import_id = ${importId}`.execute(
    db,
  );
  return { registrationIds: rows[0]?.registrationIds ?? [], ticketIds: rows[0]?.ticketIds ?? [] };
}
