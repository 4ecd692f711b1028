/**
 * Whose order is it, and who may see and pay it? What it was bought for has the key: the registration (its tickets, and
 * extras bought after them), or the sponsorship.
 * Lock order: registration (of its own order alone) → order.
 */
import type { Db, Tx } from "../db/pool.ts";
import { notFound } from "../domainError.ts";
import { lockOrder, type OrderRow, orderById } from "../orders/rows.ts";
import { isSameSecret } from "../registrations/proof.ts";
import { lockRegistration, type RegistrationRow, registrationById } from "../registrations/rows.ts";
import { type SponsorshipRow, sponsorshipOfOrder } from "../sponsorships/sponsorshipRows.ts";

/** Who has an order. One of the two is there. */
export interface Owner {
  accessKey: string;
  email: string | null;
  registration: RegistrationRow | undefined;
  sponsorship: SponsorshipRow | undefined;
}

/** Who has an order; undefined when what it was for is gone. */
export async function ownerOf(
  db: Db,
  order: OrderRow,
  find: (id: number) => Promise<RegistrationRow | undefined> = (id) => registrationById(db, id),
): Promise<Owner | undefined> {
  if (order.purpose === "sponsorship" || order.purpose === "donation") {
    const sponsorship = await sponsorshipOfOrder(db, order.id);
    if (sponsorship === undefined) return undefined;
    const email = sponsorship.sponsor_data.email ?? null;
    return { accessKey: sponsorship.access_key, email, registration: undefined, sponsorship };
  }
  const registration = order.registration_id === null ? undefined : await find(order.registration_id);
  if (registration === undefined) return undefined;
  const { access_key: accessKey, email } = registration;
  return { accessKey, email, registration, sponsorship: undefined };
}

/** An order that the key opens, locked; `notFound` where there is none. */
export async function lockOwned(
  tx: Tx,
  orderId: number,
  accessKey: string,
): Promise<{ order: OrderRow; owner: Owner }> {
  const found = await orderById(tx, orderId);
  const lock = found?.purpose === "registration" ? (id: number) => lockRegistration(tx, id) : undefined;
  const owner = found === undefined ? undefined : await ownerOf(tx, found, lock);
  if (found === undefined || owner === undefined || !isSameSecret(accessKey, owner.accessKey))
    throw notFound("order");
  await lockOrder(tx, found.id);
  return { order: (await orderById(tx, found.id))!, owner };
}
