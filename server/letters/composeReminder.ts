import type { Db } from "../db/pool.ts";
import { organiserOf } from "../events/calendarEntry.ts";
import { type EventWithClub, eventById } from "../events/rows.ts";
import type { QueuedMail } from "../mail/queuedMail.ts";
import type { OutgoingMail } from "../mail/transport.ts";
import { missingOf, missingOfGuest } from "../registrations/missing.ts";
import { activeRegistrationsByEmail, attendeesOf } from "../registrations/rows.ts";
import { addresseeName } from "./addresseeName.ts";
import { detailsUntilText, incompleteTicket, incompleteTickets } from "./incompleteTickets.ts";
import type { IncompleteTickets } from "./parts.ts";
import { guestTicketUrl } from "./ticketPageUrl.ts";

/** The reminder of missing details to one address; null if it is no longer due. */
export async function missingDetailsMail(
  db: Db,
  mail: QueuedMail<"missingDetails">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const event = await eventById(db, mail.payload.eventId);
  if (event === undefined) return null;
  const incomplete = await incompleteOf(db, { event, email: mail.recipient, publicUrl });
  if (incomplete.length === 0) return null;
  const until = await detailsUntilText(db, event);
  if (until === null) return null;
  const name = await addresseeName(db, event.id, mail.recipient);
  const { composeMissingDetailsMail } = await import("./mails/missingDetailsMail.ts");
  const composed = await composeMissingDetailsMail({
    recipientName: name,
    eventName: event.name,
    organiser: organiserOf(event),
    until,
    incomplete,
  });
  return { to: { name, address: mail.recipient }, ...composed };
}

async function incompleteOf(
  db: Db,
  { event, email, publicUrl }: { event: EventWithClub; email: string; publicUrl: string },
): Promise<IncompleteTickets[]> {
  const { id: eventId, slug } = event;
  const found: IncompleteTickets[] = [];
  for (const registration of await activeRegistrationsByEmail(db, eventId, email)) {
    const people = await attendeesOf(db, registration.id);
    if (registration.email?.toLowerCase() === email) {
      const tickets = await incompleteTickets(db, registration, { slug, people, publicUrl });
      if (tickets !== null) found.push(tickets);
      continue;
    }
    const missing = await missingOf(db, registration.id, missingOfGuest);
    for (const one of people) {
      const parts = missing.get(one.id) ?? [];
      if (parts.length > 0 && one.email?.toLowerCase() === email)
        found.push({ url: guestTicketUrl(publicUrl, slug, one), tickets: [incompleteTicket(one, parts)] });
    }
  }
  return found;
}
