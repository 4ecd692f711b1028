/** Addresses of mails about tickets and orders, partly also in SQL. addressees.test.ts compares both. */
import { sql } from "kysely";

export interface Addressee {
  email: string | null;
}

interface OrderOwner {
  registration: Addressee | undefined;
  sponsorship: { sponsor_data: { email?: string } } | undefined;
}

/** The address for an attendee's ticket: their own, else the buyer's. */
export function ticketAddress(attendee: Addressee, registration: Addressee): string | null {
  return attendee.email ?? registration.email;
}

/** `ticketAddress` in SQL, for the attendee `a` and the registration `r`. */
export const ticketAddressSql = sql<string | null>`coalesce(a.email, r.email)`;

/** The address of an order's buyer. */
export function buyerAddress({ registration, sponsorship }: OrderOwner): string | null {
  return registration?.email ?? sponsorship?.sponsor_data.email ?? null;
}

/** `buyerAddress` in SQL, for the registration `r` and the sponsorship `s`. */
export const buyerAddressSql = sql<string | null>`coalesce(r.email, s.sponsor_data ->> 'email')`;

/** The addresses for ticket mails, the buyer's first. Case makes no second address. */
export function ticketRecipients(registration: Addressee, attendees: readonly Addressee[]): string[] {
  const addresses = [registration, ...attendees.map((one) => ({ email: ticketAddress(one, registration) }))];
  const recipients = new Map<string, string>();
  for (const { email } of addresses)
    if (email !== null && !recipients.has(email.toLowerCase())) recipients.set(email.toLowerCase(), email);
  return [...recipients.values()];
}
