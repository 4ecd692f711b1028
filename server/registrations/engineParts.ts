/** Parts of the engine's statements (server/holds), which change rows together with their counters. */
import { sql } from "kysely";
import type { OrderLine } from "../db/schema/people.ts";

/** Changes the state of locked registrations and clears the end of their hold. */
export const movingRegistrations = (
  registrationIds: readonly number[],
  state: "active" | "expired" | "cancelled",
) => sql`update registrations set state = ${state}, expires_at = null, updated_at = now()
  where id = any(${[...registrationIds]}::bigint[])`;

/** Sets the lines of a locked registration and adds `more` places. */
export const changingLines = (
  registrationId: number,
  { lines, promoUses, more }: { lines: readonly OrderLine[]; promoUses: number; more: number },
) => sql`update registrations set lines = ${JSON.stringify(lines)}::jsonb, places = places + ${more}::int,
    promo_uses = ${promoUses}::int, updated_at = now()
  where id = ${registrationId}`;

/** Deletes an attendee of a locked registration. */
export const deletingAttendee = (attendeeId: number) => sql`delete from attendees where id = ${attendeeId}`;

/** Gives an attendee of a locked registration another ticket of the event. */
export const exchangingTicket = (attendeeId: number, ticketId: number) =>
  sql`update attendees set ticket_id = ${ticketId} where id = ${attendeeId}`;
