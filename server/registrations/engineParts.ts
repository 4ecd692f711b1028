/** Parts of the engine's statements (server/holds), which change rows together with their counters. */
import { sql } from "kysely";
import type { OrderLine } from "../db/schema/people.ts";

/** Changes the state of locked registrations and clears the end of their hold. */
export const registrationStateStatement = (
  registrationIds: readonly number[],
  state: "active" | "expired" | "cancelled",
) => sql`update registrations set state = ${state}, expires_at = null, updated_at = now()
  where id = any(${[...registrationIds]}::bigint[])`;

/** Sets the lines and promo code uses of a locked registration, and changes its number of places by `more`. */
export const linesStatement = (
  registrationId: number,
  { lines, promoUses, more }: { lines: readonly OrderLine[]; promoUses: number; more: number },
) => sql`update registrations set lines = ${JSON.stringify(lines)}::jsonb, places = places + ${more}::int,
    promo_uses = ${promoUses}::int, updated_at = now()
  where id = ${registrationId}`;

/** Deletes an attendee of a locked registration. */
export const attendeeDeletion = (attendeeId: number) => sql`delete from attendees where id = ${attendeeId}`;

/** Changes the ticket of an attendee of a locked registration. */
export const ticketExchangeStatement = (attendeeId: number, ticketId: number) =>
  sql`update attendees set ticket_id = ${ticketId} where id = ${attendeeId}`;
