import type { Db } from "../db/pool.ts";
import { type Owner, ownerOf } from "../orders/ownerOf.ts";
import type { OrderRow } from "../orders/rows.ts";
import { type AttendeeRow, attendeesOf, type RegistrationRow } from "../registrations/rows.ts";

/** `name` is that of `nameOfBuyer`, or the sponsor's. Unknown fields are empty. */
export interface Buyer {
  name: string;
  organization: string;
  email: string;
}

/** The buyer of an order with its owner; undefined if it has no owner. */
export async function buyerOf(db: Db, order: OrderRow): Promise<{ buyer: Buyer; owner: Owner } | undefined> {
  const owner = await ownerOf(db, order);
  if (owner === undefined) return undefined;
  const email = owner.email ?? "";
  if (owner.sponsorship !== undefined) {
    const { firstName, lastName, organization } = owner.sponsorship.sponsor_data;
    const buyer = { name: fullName(firstName, lastName), organization: organization ?? "", email };
    return { buyer, owner };
  }
  const registration = owner.registration!;
  const name = nameOfBuyer(registration, await attendeesOf(db, registration.id));
  return { buyer: { name, organization: "", email }, owner };
}

/** The buyer's name, or else what is shown as the primary attendee's name (registrations/guestName.ts). */
export function nameOfBuyer({ buyer_name }: RegistrationRow, attendees: readonly AttendeeRow[]): string {
  const primary = attendees.find(({ is_primary }) => is_primary);
  return buyer_name ?? fullName(primary?.first_name, primary?.last_name);
}

function fullName(firstName = "", lastName = ""): string {
  return `${firstName} ${lastName}`.trim();
}
