/** All reads of tickets. Their counters move in server/holds/rows.ts alone. */
import type { Selectable } from "kysely";
import type { Db } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";

/** A ticket as stored. */
export type TicketRow = Selectable<Schema["tickets"]>;

/** An event's tickets in the order the club gave them. */
export function ticketsOfEvent(db: Db, eventId: number, only: { active: boolean }): Promise<TicketRow[]> {
  let query = db.selectFrom("tickets").selectAll().where("event_id", "=", eventId);
  if (only.active) query = query.where("is_active", "=", true);
  return query.orderBy("sort_order").orderBy("id").execute();
}

/** One ticket, active or not. */
export function ticketById(db: Db, ticketId: number): Promise<TicketRow | undefined> {
  return db.selectFrom("tickets").selectAll().where("id", "=", ticketId).executeTakeFirst();
}
