/** All reads of extras. Their counters move in server/holds/rows.ts alone. */
import type { Selectable } from "kysely";
import type { Db } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

/** An extra as stored. */
export type ExtrasRow = Selectable<Schema["extras"]>;
/** An extra with the currency of its event, and whether that event may be seen by the public. */
export type ExtrasOfEvent = ExtrasRow & { currency: Schema["events"]["currency"]; event_is_active: boolean };

const withEvent = (db: Db) =>
  db
    .selectFrom("extras")
    .innerJoin("events", "events.id", "extras.event_id")
    .selectAll("extras")
    .select(["events.currency", "events.is_active as event_is_active"]);

/** An event's extras, oldest first. */
export function extrasOfEvent(db: Db, eventId: number, only: { active: boolean }): Promise<ExtrasOfEvent[]> {
  let query = withEvent(db).where("extras.event_id", "=", eventId);
  if (only.active) query = query.where("extras.is_active", "=", true);
  return query.orderBy("extras.id").execute();
}

/** Active extras of active events by id; unknown ids are left out. */
export function activeExtrasByIds(db: Db, ids: readonly number[]): Promise<ExtrasOfEvent[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return withEvent(db)
    .where("extras.id", "in", [...ids])
    .where("extras.is_active", "=", true)
    .where("events.is_active", "=", true)
    .orderBy("extras.id")
    .execute();
}
