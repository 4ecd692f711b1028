/** Who gets which ticket mail: one mail a recipient, with all the codes that are theirs. */
import type { MailToQueue } from "../mail/mail.ts";

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
    key: `tickets:${registration.id}:${key}`,
    kind: "tickets",
    recipient,
    payload: { registrationId: registration.id, recipient: key },
  }));
}
