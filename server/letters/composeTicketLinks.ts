/** Writes the mail with the links to the tickets of an address, from the data at the time of sending. */
import type { Db } from "../db/pool.ts";
import { organiserOf } from "../events/calendarEntry.ts";
import { eventById } from "../events/rows.ts";
import type { QueuedMail } from "../mail/queuedMail.ts";
import type { OutgoingMail } from "../mail/transport.ts";
import { activeRegistrationsByEmail, attendeesOf, type RegistrationRow } from "../registrations/rows.ts";
import type { TicketLink } from "./ticketLinksMail.ts";
import { guestTicketUrl, ticketPageUrl } from "./ticketPageUrl.ts";

/** The tickets of one event. Null if the address has none. */
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
  const { composeTicketLinksMail } = await import("./ticketLinksMail.ts");
  const composed = await composeTicketLinksMail({
    eventName: event.name,
    organiser: organiserOf(event),
    links,
  });
  return { to: { name: "", address: mail.recipient }, ...composed };
}

/** The buyer's link to the whole registration, or a guest's link to each of their own tickets. */
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
