import { sql } from "kysely";
import { formatMoment } from "../../contract/rules/time/eventTime.ts";
import type { MissingPart } from "../../contract/shapes/registration.ts";
import type { Db } from "../db/pool.ts";
import { configOf, detailsUntil } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import { isAttendingBuyer } from "../registrations/attendingBuyer.ts";
import { missingOf, missingOfGuest } from "../registrations/missing.ts";
import type { AttendeeRow, RegistrationRow } from "../registrations/rows.ts";
import type { IncompleteTicket, IncompleteTickets } from "./parts.ts";
import { guestTicketUrl, ticketPageUrl } from "./ticketPageUrl.ts";

/**
 * The incomplete tickets of a registration; null if there are none. For its buyer only, because `url` has the
 * registration's key.
 */
export async function incompleteTickets(
  db: Db,
  registration: RegistrationRow,
  { slug, people, publicUrl }: { slug: string; people: readonly AttendeeRow[]; publicUrl: string },
): Promise<IncompleteTickets | null> {
  const missing = await missingOf(db, registration.id);
  const incomplete = people.filter(({ id }) => (missing.get(id) ?? []).length > 0);
  if (incomplete.length === 0) return null;
  const missingForGuests = await missingOf(db, registration.id, missingOfGuest);
  const needsGuestLink = (one: AttendeeRow) =>
    !isAttendingBuyer(one, registration) && (missingForGuests.get(one.id) ?? []).length > 0;
  return {
    url: ticketPageUrl(publicUrl, slug, registration),
    tickets: incomplete.map((one) => ({
      ...incompleteTicket(one, missing.get(one.id)!),
      guestUrl: needsGuestLink(one) ? guestTicketUrl(publicUrl, slug, one) : null,
    })),
  };
}

/** A ticket with what is missing, without a link. */
export function incompleteTicket(
  { first_name, last_name, ticket_title }: AttendeeRow,
  missing: readonly MissingPart[],
): IncompleteTicket {
  return {
    name: `${first_name} ${last_name}`.trim(),
    ticketTitle: ticket_title,
    missing,
    guestUrl: null,
  };
}

/** The deadline for details as text; null if it is over or the event is cancelled. */
export async function detailsUntilText(db: Db, event: EventRow): Promise<string | null> {
  const until = detailsUntil(event);
  if (event.cancelled_at !== null || until <= (await databaseTime(db))) return null;
  return formatMoment(until, { timeZone: event.time_zone, dateFormat: configOf(event).dateFormat }).text;
}

async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  return rows[0]!.now;
}
