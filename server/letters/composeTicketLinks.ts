import { formatEventTime } from "../../contract/rules/time/eventTime.ts";
import type { Db } from "../db/pool.ts";
import { calendarEntry, organiserOf } from "../events/calendarEntry.ts";
import { type EventWithClub, eventById, eventsById } from "../events/rows.ts";
import type { QueuedMail } from "../mail/queuedMail.ts";
import type { OutgoingMail } from "../mail/transport.ts";
import { pageUrls } from "../pageUrls.ts";
import {
  activeRegistrationsByEmail,
  attendeesOf,
  type RegistrationRow,
  registrationsById,
} from "../registrations/rows.ts";
import type { FoundRegistration, TicketLink } from "./mails/ticketLinksMail.ts";
import { registrationsOfAddress } from "./registrationsOfAddress.ts";
import { guestTicketUrl, ticketPageUrl } from "./ticketPageUrl.ts";

/** The mail with the links for one event; null if nothing is left to mail. */
export async function ticketLinksMail(
  db: Db,
  mail: QueuedMail<"ticketLinks">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const { eventId, email } = mail.payload;
  const event = await eventById(db, eventId);
  const registrations = await activeRegistrationsByEmail(db, eventId, email);
  if (event === undefined || registrations.length === 0) return null;
  const links: TicketLink[] = [];
  for (const registration of registrations)
    links.push(...(await linksOf(db, registration, { email, publicUrl, slug: event.slug })));
  const { composeTicketLinksMail } = await import("./mails/ticketLinksMail.ts");
  const composed = await composeTicketLinksMail({
    eventName: event.name,
    organiser: organiserOf(event),
    links,
  });
  return { to: { name: "", address: mail.recipient }, ...composed };
}

/** The mail with the links to all that registrationsOfAddress.ts lists; null if nothing is left to mail. */
export async function allTicketLinksMail(
  db: Db,
  mail: QueuedMail<"allTicketLinks">,
  { publicUrl, clock }: { publicUrl: string; clock: () => Date },
): Promise<OutgoingMail | null> {
  const { email } = mail.payload;
  const { registrations: listed, isCut } = await registrationsOfAddress(db, email, clock());
  const registrationIds = listed.map(({ id }) => id);
  const rows = byId(await registrationsById(db, registrationIds).execute());
  const eventIds = [...rows.values()].map((row) => row.event_id);
  const events = byId(await eventsById(db, eventIds).execute());
  const registrations: FoundRegistration[] = [];
  for (const { id, isOver } of listed) {
    const row = rows.get(id);
    const event = row && events.get(row.event_id);
    // Deleted since the list was read.
    if (row === undefined || event === undefined) continue;
    const links = await linksOf(db, row, { email, publicUrl, slug: event.slug });
    registrations.push({ ...factsOf(event, publicUrl), state: stateOf(row, event), isOver, links });
  }
  if (registrations.length === 0) return null;
  const { composeAllTicketLinksMail } = await import("./mails/ticketLinksMail.ts");
  const findTicketsUrl = pageUrls.findTickets(publicUrl);
  const composed = await composeAllTicketLinksMail({ registrations, isCut, findTicketsUrl });
  return { to: { name: "", address: mail.recipient }, ...composed };
}

function byId<T extends { id: number }>(rows: readonly T[]): ReadonlyMap<number, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

function factsOf(event: EventWithClub, publicUrl: string) {
  const { text, zoneLabel } = formatEventTime(calendarEntry(event, publicUrl));
  return { eventName: event.name, when: `${text}, ${zoneLabel}`, location: event.location };
}

function stateOf({ state }: RegistrationRow, { cancelled_at }: EventWithClub): FoundRegistration["state"] {
  if (state === "cancelled") return "cancelled";
  return cancelled_at === null ? "valid" : "eventCancelled";
}

async function linksOf(
  db: Db,
  registration: Pick<RegistrationRow, "id" | "email" | "access_key" | "lines">,
  { email, publicUrl, slug }: { email: string; publicUrl: string; slug: string },
): Promise<TicketLink[]> {
  if (registration.email?.toLowerCase() === email) {
    const tickets = registration.lines.filter(({ kind }) => kind === "ticket");
    const description = tickets.map((line) => `${line.quantity} × ${line.title}`).join(", ");
    return [{ url: ticketPageUrl(publicUrl, slug, registration), description }];
  }
  const people = await attendeesOf(db, registration.id);
  return people
    .filter((one) => one.email?.toLowerCase() === email)
    .map((one) => ({
      url: guestTicketUrl(publicUrl, slug, one),
      description: `${one.ticket_title} · ${one.first_name} ${one.last_name}`.trim(),
    }));
}
