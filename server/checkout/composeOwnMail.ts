/** Writes the mails about what buyers changed of their tickets by themselves. */
import type { Db } from "../db/pool.ts";
import { organiserOf } from "../events/calendarEntry.ts";
import { type EventWithClub, eventById } from "../events/rows.ts";
import type { QueuedMail } from "../mail/mail.ts";
import type { ComposedMail, OutgoingMail } from "../mail/transport.ts";
import { awaitsBuyer } from "../orders/refunds.ts";
import { attendeesOf, type RegistrationRow, registrationById } from "../registrations/rows.ts";
import { ticketMailOf } from "../registrations/tickets.ts";
import { ticketPageUrl } from "./ticketPageUrl.ts";

/**
 * The mail of the kind `ownCancelled`: `{ registrationId, amount, fee, isWhole, extras, people }`, of `passedOn`:
 * `{ registrationId, from, to, email, ticketTitle }`, or of `ticketGone`: `{ eventId, name, ticketTitle, why }`.
 */
export async function ownChangeMail(
  db: Db,
  mail: QueuedMail,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const letters = await import("../mail/ownChangeMail.ts");
  if (mail.kind === "ticketGone") {
    const { eventId, name, ...gone } = mail.payload as {
      eventId: number;
      name: string;
      ticketTitle: string;
      why: "cancelled" | "passedOn";
    };
    const event = await eventById(db, eventId);
    if (event === undefined) return null;
    return addressed(mail, name, await letters.composeTicketGoneMail({ ...common(event, name), ...gone }));
  }
  const { registrationId, ...told } = mail.payload as { registrationId: number };
  const registration = await registrationById(db, registrationId);
  const event = registration && (await eventById(db, registration.event_id));
  if (registration === undefined || event === undefined) return null;
  const name = await buyerName(db, registration);
  const ticketUrl =
    registration.state === "active" ? ticketPageUrl(publicUrl, event.slug, registration) : null;
  const inReplyTo = await ticketMailOf(db, registrationId, mail.recipient);
  if (mail.kind === "passedOn") {
    const { from, to, email, ticketTitle } = told as Record<"from" | "to" | "email" | "ticketTitle", string>;
    const passed = { ...common(event, name), from, to, email, ticketTitle, ticketUrl };
    return { ...addressed(mail, name, await letters.composePassedOnMail(passed)), inReplyTo };
  }
  const { amount, fee, extras, people } = told as {
    amount: number;
    fee: number;
    extras: { title: string; quantity: number }[];
    people: string[];
  };
  const cancelled = {
    ...common(event, name),
    people,
    extras,
    amountMinor: amount,
    feeMinor: fee,
    awaitsBuyer: await awaitsBuyer(db, registrationId),
    currency: event.currency,
    ticketUrl,
  };
  return { ...addressed(mail, name, await letters.composeOwnCancelledMail(cancelled)), inReplyTo };
}

function common(event: EventWithClub, recipientName: string) {
  return { recipientName, eventName: event.name, organiser: organiserOf(event) };
}

async function buyerName(db: Db, { id, buyer_name }: RegistrationRow): Promise<string> {
  if (buyer_name !== null) return buyer_name;
  const [first] = await attendeesOf(db, id);
  return first === undefined ? "" : `${first.first_name} ${first.last_name}`.trim();
}

function addressed(mail: QueuedMail, name: string, composed: ComposedMail): OutgoingMail {
  return { to: { name, address: mail.recipient }, ...composed };
}
