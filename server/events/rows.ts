/** All reads of events and their keys. Their counters move in server/holds/rows.ts alone. */
import { type Selectable, sql } from "kysely";
import type { Db } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

/** An event as stored. */
export type EventRow = Selectable<Schema["events"]>;
/** An event with the club it belongs to. */
export type EventWithClub = EventRow & { club_name: string; club_logo: string | null; club_location: string };

const withClub = (db: Db) =>
  db
    .selectFrom("events")
    .innerJoin("clubs", "clubs.id", "events.club_id")
    .selectAll("events")
    .select(["clubs.name as club_name", "clubs.logo as club_logo", "clubs.location as club_location"]);

/** One event, active or not. */
export function eventById(db: Db, eventId: number): Promise<EventWithClub | undefined> {
  return withClub(db).where("events.id", "=", eventId).executeTakeFirst();
}

/** One event by its address, without regard to case. */
export function eventBySlug(db: Db, slug: string): Promise<EventWithClub | undefined> {
  return withClub(db).where("events.slug", "=", slug.toLowerCase()).executeTakeFirst();
}

/** Which events a list holds. `onlyActive` hides drafts; `endsAfter` hides what is over. */
export interface EventFilter {
  clubId?: number | undefined;
  onlyActive: boolean;
  endsAfter?: Date | undefined;
}

const filtered = (db: Db, filter: EventFilter) => {
  let query = withClub(db);
  if (filter.clubId !== undefined) query = query.where("events.club_id", "=", filter.clubId);
  if (filter.onlyActive) query = query.where("events.is_active", "=", true);
  if (filter.endsAfter !== undefined) {
    query = query.where(
      sql<boolean>`coalesce(events.end_datetime, events.start_datetime + interval '1 day') > ${filter.endsAfter}`,
    );
  }
  return query;
};

/** Events of a list, soonest first. */
export function listEvents(
  db: Db,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<EventWithClub[]> {
  return filtered(db, filter)
    .orderBy("events.start_datetime")
    .orderBy("events.id")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** How many events a list holds in all. */
export async function countEvents(db: Db, filter: EventFilter): Promise<number> {
  const row = await filtered(db, filter)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** An event's Ed25519 key pair for QR codes, as stored. */
export async function eventKey(
  db: Db,
  eventId: number,
): Promise<{ public_key: string; private_key: string } | undefined> {
  return db
    .selectFrom("event_keys")
    .select(["public_key", "private_key"])
    .where("event_id", "=", eventId)
    .executeTakeFirst();
}
