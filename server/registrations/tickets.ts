/** Who gets which ticket mail: one mail a recipient, with all the codes that are theirs. */
import type { Db } from "../db/pool.ts";
import type { MailToQueue } from "../mail/queuedMail.ts";
import { messageIdOf } from "../mail/rows.ts";

/** What the rule needs to know of an attendee. */
export interface Addressee {
  email: string | null;
}

/**
 * The mails of a registration that has just become active: one to the buyer and one to each other address. An attendee
 * without an address of their own is in the buyer's mail. The key makes each of them happen once, whoever settles.
 */
export function ticketMails(
  registration: { id: number; email: string | null },
  attendees: readonly Addressee[],
): MailToQueue[] {
  const buyer = registration.email?.toLowerCase() ?? null;
  const recipients = new Map<string, string>();
  if (buyer !== null) recipients.set(buyer, registration.email!);
  for (const { email } of attendees)
    if (email !== null) recipients.set(email.toLowerCase(), recipients.get(email.toLowerCase()) ?? email);
  return [...recipients].map(([key, recipient]) => ({
    key: ticketMailKey(registration.id, key),
    kind: "tickets",
    recipient,
    payload: { registrationId: registration.id, recipient: key },
  }));
}

const ticketMailKey = (registrationId: number, email: string) =>
  `tickets:${registrationId}:${email.toLowerCase()}`;

/** The Message-ID of the mail that brought somebody their tickets, for mails that belong to it; null where there was none. */
export function ticketMailOf(db: Db, registrationId: number, email: string): Promise<string | null> {
  return messageIdOf(db, ticketMailKey(registrationId, email));
}
