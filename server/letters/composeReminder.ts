/** Writes the reminder of missing details from the data at the time of sending; null if nothing is missing any more. */
import { sql } from "kysely";
import { formatMoment } from "../../contract/rules/eventTime.ts";
import type { MissingPart } from "../../contract/shapes/registration.ts";
import type { Db } from "../db/pool.ts";
import { organiserOf } from "../events/calendarEntry.ts";
import { configOf, detailsUntil } from "../events/present.ts";
import { type EventWithClub, eventById } from "../events/rows.ts";
import type { QueuedMail } from "../mail/queuedMail.ts";
import type { OutgoingMail } from "../mail/transport.ts";
import { missingOf, missingOfGuest } from "../registrations/missing.ts";
import { type AttendeeRow, activeRegistrationsByEmail, attendeesOf } from "../registrations/rows.ts";
import { addresseeName } from "./addresseeName.ts";
import type { IncompleteTickets } from "./missingDetailsMail.ts";
import { guestTicketUrl, ticketPageUrl } from "./ticketPageUrl.ts";

/** The reminder to one address: a buyer reads of all own tickets, a guest of their own only. */
export async function missingDetailsMail(
  db: Db,
  mail: QueuedMail<"missingDetails">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const event = await eventById(db, mail.payload.eventId);
  if (event === undefined || event.cancelled_at !== null) return null;
  const { dateFormat } = configOf(event);
  const until = detailsUntil(event);
  const incomplete = await incompleteTickets(db, { event, email: mail.recipient, publicUrl });
  if (incomplete.length === 0 || until <= (await databaseTime(db))) return null;
  const name = await addresseeName(db, event.id, mail.recipient);
  const { composeMissingDetailsMail } = await import("./missingDetailsMail.ts");
  const composed = await composeMissingDetailsMail({
    recipientName: name,
    eventName: event.name,
    organiser: organiserOf(event),
    until: formatMoment(until, { timeZone: event.time_zone, dateFormat }).text,
    incomplete,
  });
  return { to: { name, address: mail.recipient }, ...composed };
}

async function incompleteTickets(
  db: Db,
  { event, email, publicUrl }: { event: EventWithClub; email: string; publicUrl: string },
): Promise<IncompleteTickets[]> {
  const found: IncompleteTickets[] = [];
  for (const registration of await activeRegistrationsByEmail(db, event.id, email)) {
    const isBuyer = registration.email?.toLowerCase() === email;
    const missing = await missingOf(db, registration.id, isBuyer ? undefined : missingOfGuest);
    const people = (await attendeesOf(db, registration.id)).filter(
      (one) => (missing.get(one.id) ?? []).length > 0 && (isBuyer || one.email?.toLowerCase() === email),
    );
    const tickets = people.map((one) => ticketOf(one, missing.get(one.id)!));
    if (isBuyer && tickets.length > 0)
      found.push({ url: ticketPageUrl(publicUrl, event.slug, registration), tickets });
    else
      for (const [index, one] of people.entries())
        found.push({ url: guestTicketUrl(publicUrl, event.slug, one), tickets: [tickets[index]!] });
  }
  return found;
}

function ticketOf({ first_name, last_name, ticket_title }: AttendeeRow, missing: readonly MissingPart[]) {
  return { name: `${first_name} ${last_name}`.trim(), ticketTitle: ticket_title, missing };
}

async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
  return rows[0]!.now;
}
