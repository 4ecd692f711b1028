/** Lock order: registrations by id (only for orders of tickets) → orders by id. */
import type { Db, Tx } from "../db/pool.ts";
import type { PaymentRow } from "../payments/rows.ts";
import { buyerAddress } from "../registrations/addressees.ts";
import {
  lockRegistrations,
  type RegistrationRow,
  registrationById,
  registrationsById,
} from "../registrations/rows.ts";
import { type SponsorshipRow, sponsorshipOfOrder } from "../sponsorships/sponsorshipRows.ts";
import { lockOrders, type OrderRow, type OrderWithoutItems, registrationsOfOrders } from "./rows.ts";

/** The registration of tickets and extras, or the sponsorship of a sponsor or donor. */
export interface Owner {
  accessKey: string;
  email: string | null;
  registration: RegistrationRow | undefined;
  sponsorship: SponsorshipRow | undefined;
}

/** The owner of an order, or undefined. `find` may return registrations that were read before. */
export async function ownerOf(
  db: Db,
  order: Pick<OrderRow, "id" | "purpose" | "registration_id">,
  find: (id: number) => Promise<RegistrationRow | undefined> = (id) => registrationById(db, id),
): Promise<Owner | undefined> {
  if (order.purpose === "sponsorship" || order.purpose === "donation") {
    const sponsorship = await sponsorshipOfOrder(db, order.id);
    if (sponsorship === undefined) return undefined;
    const purchase = { registration: undefined, sponsorship };
    return { accessKey: sponsorship.access_key, email: buyerAddress(purchase), ...purchase };
  }
  const registration = order.registration_id === null ? undefined : await find(order.registration_id);
  if (registration === undefined) return undefined;
  const purchase = { registration, sponsorship: undefined };
  return { accessKey: registration.access_key, email: buyerAddress(purchase), ...purchase };
}

export interface OrderWithOwner {
  order: OrderWithoutItems;
  owner: Owner;
}

export interface PaymentWithOrder {
  payment: PaymentRow;
  order: OrderRow;
  owner: Owner;
}

/** Locks and reads orders by id. Leaves out those without an owner. */
export async function lockOrdersWithOwners(
  tx: Tx,
  orderIds: readonly number[],
): Promise<Map<number, OrderWithOwner>> {
  const lockedRegistrations = byId(await lockRegistrations(tx, await registrationsOfOrders(tx, orderIds)));
  const orders = await lockOrders(tx, orderIds).execute();
  const buyers = await buyersOfExtras(tx, orders);
  const ordersWithOwners = new Map<number, OrderWithOwner>();
  for (const order of orders) {
    const registrations = order.purpose === "registration" ? lockedRegistrations : buyers;
    const owner = await ownerOf(tx, order, async (id) => registrations.get(id));
    if (owner !== undefined) ordersWithOwners.set(order.id, { order, owner });
  }
  return ordersWithOwners;
}

/** The registrations are not locked, because an order holds its extras itself. */
async function buyersOfExtras(
  tx: Tx,
  orders: readonly OrderWithoutItems[],
): Promise<Map<number, RegistrationRow>> {
  const ids = orders.flatMap(({ purpose, registration_id: id }) =>
    purpose === "extras" && id !== null ? [id] : [],
  );
  return byId(ids.length === 0 ? [] : await registrationsById(tx, ids).execute());
}

function byId(registrations: readonly RegistrationRow[]): Map<number, RegistrationRow> {
  return new Map(registrations.map((row) => [row.id, row]));
}
