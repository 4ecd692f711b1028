/** Who gets which ticket mail: one mail a recipient, with all the codes that are theirs. */
import type { Db } from "../db/pool.ts";
import type { MailToQueue } from "../mail/queuedMail.ts";
import { messageIdOf } from "../mail/rows.ts";
import { type Addressee, ticketRecipients } from "./addressees.ts";

/**
 * The mails of a registration that has just become active: one to the buyer and one to each other address. An attendee
 * without an address of their own is in the buyer's mail. The key makes each of them happen once, whoever settles.
 */
export function ticketMails(
  registration: Addressee & { id: number },
  attendees: readonly Addressee[],
): MailToQueue[] {
  return ticketRecipients(registration, attendees).map((recipient) =>
    ticketMail(ticketMailKey(registration.id, recipient), registration.id, recipient),
  );
}

/** The mail with the tickets that one address has of a registration. */
export function ticketMail(key: string, registrationId: number, recipient: string): MailToQueue<"tickets"> {
  return { key, kind: "tickets", recipient, payload: { registrationId, recipient: recipient.toLowerCase() } };
}

const ticketMailKey = (registrationId: number, email: string) =>
  `tickets:${registrationId}:${email.toLowerCase()}`;

/** The Message-ID of the mail that brought somebody their tickets, for mails that belong to it; null where there was none. */
export function ticketMailOf(db: Db, registrationId: number, email: string): Promise<string | null> {
  return messageIdOf(db, ticketMailKey(registrationId, email));
}
