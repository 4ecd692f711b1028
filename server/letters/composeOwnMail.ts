import type { Db } from "../db/pool.ts";
import { organiserOf } from "../events/calendarEntry.ts";
import { type EventWithClub, eventById } from "../events/rows.ts";
import type { QueuedMail } from "../mail/queuedMail.ts";
import type { OutgoingMail } from "../mail/transport.ts";
import { hasRefundAwaitingBuyer } from "../refunds/rows.ts";
import { attendeesOf, registrationById } from "../registrations/rows.ts";
import { ticketMessageId } from "../registrations/tickets.ts";
import { nameOfBuyer } from "./buyer.ts";
import { ticketPageUrl } from "./ticketPageUrl.ts";

const letters = () => import("./mails/ownChangeMail.ts");

/** The mail to a guest whose ticket is no longer valid. */
export async function ticketGoneMail(db: Db, mail: QueuedMail<"ticketGone">): Promise<OutgoingMail | null> {
  const { eventId, name, ...details } = mail.payload;
  const event = await eventById(db, eventId);
  if (event === undefined) return null;
  const { composeTicketGoneMail } = await letters();
  const composed = await composeTicketGoneMail({ ...sharedContent(event, name), ...details });
  return { to: { name, address: mail.recipient }, ...composed };
}

/** The mail to the buyer: one of the tickets now belongs to another person. */
export async function passedOnMail(
  db: Db,
  mail: QueuedMail<"passedOn">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const change = await changedPurchase(db, mail, publicUrl);
  if (change === null) return null;
  const { from, to, email, ticketTitle } = mail.payload;
  const { composePassedOnMail } = await letters();
  const composed = await composePassedOnMail({ ...change.shared, from, to, email, ticketTitle });
  return { ...change.headers, ...composed };
}

/** The mail to the buyer: the cancelled tickets, and the refund. */
export async function ownCancelledMail(
  db: Db,
  mail: QueuedMail<"ownCancelled">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const change = await changedPurchase(db, mail, publicUrl);
  if (change === null) return null;
  const { registrationId, amount, fee, extras, people } = mail.payload;
  const cancellation = {
    ...change.shared,
    people,
    extras,
    amountMinor: amount,
    feeMinor: fee,
    awaitsBuyer: await hasRefundAwaitingBuyer(db, registrationId),
    currency: change.event.currency,
  };
  const { composeOwnCancelledMail } = await letters();
  return { ...change.headers, ...(await composeOwnCancelledMail(cancellation)) };
}

async function changedPurchase(db: Db, mail: QueuedMail<"passedOn" | "ownCancelled">, publicUrl: string) {
  const { registrationId } = mail.payload;
  const registration = await registrationById(db, registrationId);
  const event = registration && (await eventById(db, registration.event_id));
  if (registration === undefined || event === undefined) return null;
  const name = nameOfBuyer(registration, await attendeesOf(db, registrationId));
  const ticketUrl =
    registration.state === "active" ? ticketPageUrl(publicUrl, event.slug, registration) : null;
  const inReplyTo = await ticketMessageId(db, registrationId, mail.recipient);
  const headers = { to: { name, address: mail.recipient }, inReplyTo };
  return { event, headers, shared: { ...sharedContent(event, name), ticketUrl } };
}

function sharedContent(event: EventWithClub, recipientName: string) {
  return { recipientName, eventName: event.name, organiser: organiserOf(event) };
}
