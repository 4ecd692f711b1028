/** Addresses of mails, in TypeScript and partly in SQL; addressees.test.ts compares both. */
import { sql } from "kysely";

export interface Addressee {
  email: string | null;
}

interface OrderOwner {
  registration: Addressee | undefined;
  sponsorship: { sponsor_data: { email?: string } } | undefined;
}

/** The address for an attendee's ticket: their own, else the buyer's; null if neither is known. */
export function ticketAddress(attendee: Addressee, registration: Addressee): string | null {
  return attendee.email ?? registration.email;
}

/** The same in SQL, for the attendee `a` and the registration `r`. */
export const ticketAddressSql = sql<string | null>`coalesce(a.email, r.email)`;

/** The address of an order's buyer; null if unknown. */
export function buyerAddress({ registration, sponsorship }: OrderOwner): string | null {
  return registration?.email ?? sponsorship?.sponsor_data.email ?? null;
}

/** The same in SQL, for the registration `r` and the sponsorship `s` of an order. */
export const buyerAddressSql = sql<string | null>`coalesce(r.email, s.sponsor_data ->> 'email')`;

/** The known addresses for ticket mails of a registration, the buyer's first. Case makes no second address. */
export function ticketRecipients(registration: Addressee, attendees: readonly Addressee[]): string[] {
  const addresses = [registration, ...attendees.map((one) => ({ email: ticketAddress(one, registration) }))];
  const recipients = new Map<string, string>();
  for (const { email } of addresses)
    if (email !== null && !recipients.has(email.toLowerCase())) recipients.set(email.toLowerCase(), email);
  return [...recipients.values()];
}
