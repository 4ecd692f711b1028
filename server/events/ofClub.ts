import { sql } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import { eventEnds } from "./rows.ts";

/** `isPublished`: at least one event is active. */
export interface EventFigures {
  clubId: number;
  events: number;
  comingEvents: number;
  attendees: number;
  isPublished: boolean;
}

/** The figures of clubs with events. */
export async function eventFigures(db: Db, now: Date): Promise<EventFigures[]> {
  const { rows } = await sql<EventFigures>`
    select club_id as "clubId", count(*)::int as events,
      (count(*) filter (where is_active and cancelled_at is null
        and ${eventEnds("events")} > ${now}))::int as "comingEvents",
      sum(attendee_count)::int as attendees, bool_or(is_active) as "isPublished"
    from events group by club_id`.execute(db);
  return rows;
}

/** Locks a club's events by id, so that no order is added. */
export function lockEventsOfClub(tx: Tx, clubId: number): Promise<{ id: number; name: string }[]> {
  return tx
    .selectFrom("events")
    .select(["id", "name"])
    .where("club_id", "=", clubId)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** The ids of a club's events, oldest first. */
export async function eventIdsOfClub(db: Db, clubId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("events")
    .select("id")
    .where("club_id", "=", clubId)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether this picture is the banner of an event. */
export async function isBanner(db: Db, name: string): Promise<boolean> {
  const found = await db.selectFrom("events").select("id").where("banner", "=", name).executeTakeFirst();
  return found !== undefined;
}
