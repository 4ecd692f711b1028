/**
 * Who is written to? Every mail about tickets and orders takes its addresses from here, in TypeScript or in SQL; both say the
 * same (addressees.test.ts). An address is one person's however it is capitalised.
 */
import { sql } from "kysely";

/** Somebody with an address of their own, or without one. */
export interface Addressee {
  email: string | null;
}

/** What an order was bought with, as far as it is there. Sponsors and donors have no registration. */
interface Bought {
  registration: Addressee | undefined;
  sponsorship: { sponsor_data: { email?: string } } | undefined;
}

/** Where an attendee's ticket is mailed: to their own address, else to the buyer's; null where neither is known. */
export function ticketAddress(attendee: Addressee, registration: Addressee): string | null {
  return attendee.email ?? registration.email;
}

/** The same of the attendee `a` and the registration `r`. */
export const ticketAddressSql = sql<string | null>`coalesce(a.email, r.email)`;

/** Where the buyer of an order is written to; null where no address is known. */
export function buyerAddress({ registration, sponsorship }: Bought): string | null {
  return registration?.email ?? sponsorship?.sponsor_data.email ?? null;
}

/** The same of the registration `r` and the sponsorship `s` of an order. */
export const buyerAddressSql = sql<string | null>`coalesce(r.email, s.sponsor_data ->> 'email')`;

/** Everybody who is mailed tickets of a registration, each address once: the buyer, who is mailed in any case, and the guests. */
export function ticketRecipients(registration: Addressee, attendees: readonly Addressee[]): string[] {
  const addresses = [registration, ...attendees.map((one) => ({ email: ticketAddress(one, registration) }))];
  const recipients = new Map<string, string>();
  for (const { email } of addresses)
    if (email !== null && !recipients.has(email.toLowerCase())) recipients.set(email.toLowerCase(), email);
  return [...recipients.values()];
}
