import type { Db } from "../db/pool.ts";
import type { MailToQueue } from "../mail/queuedMail.ts";
import { messageIdOf } from "../mail/rows.ts";
import { type Addressee, ticketRecipients } from "./addressees.ts";

/** The first ticket mails of a registration. The key makes sure that each is queued once. */
export function ticketMails(
  registration: Addressee & { id: number },
  attendees: readonly Addressee[],
): MailToQueue[] {
  return ticketRecipients(registration, attendees).map((recipient) =>
    ticketMail(ticketMailKey(registration.id, recipient), registration.id, recipient),
  );
}

/**
 * Another mail with the tickets of an address, queued once for each `occasion`. An occasion begins with a digit or a
 * small letter, so that server/people/rows.ts finds the mail.
 */
export function ticketMailAgain(
  { registrationId, recipient }: { registrationId: number; recipient: string },
  occasion: string,
): MailToQueue<"tickets"> {
  const key = `tickets-again:${registrationId}:${recipient.toLowerCase()}:${occasion}`;
  return ticketMail(key, registrationId, recipient);
}

function ticketMail(key: string, registrationId: number, recipient: string): MailToQueue<"tickets"> {
  return { key, kind: "tickets", recipient, payload: { registrationId, recipient: recipient.toLowerCase() } };
}

const ticketMailKey = (registrationId: number, email: string) =>
  `tickets:${registrationId}:${email.toLowerCase()}`;

/** The part before the @ of the Message-ID of an address's first ticket mail; null if there is none. */
export function ticketMessageId(db: Db, registrationId: number, email: string): Promise<string | null> {
  return messageIdOf(db, ticketMailKey(registrationId, email));
}
