/**
 * A payment with the order that it pays, and who has that order: read for all buyers who come back at the same time, as
 * they do when a sale opens.
 */
import type { ProviderName } from "../../contract/payment.ts";
import { createBatcher } from "../batcher.ts";
import { type Db, pipelined } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { type OrderRow, ordersById, ordersOfPayments } from "../orders/rows.ts";
import { type PaymentRow, paymentsByRef } from "../payments/rows.ts";
import { registrationsById } from "../registrations/rows.ts";
import { type Owner, ownerOf } from "./ownerOf.ts";

/** A payment and what it was begun for. */
export interface BegunPayment {
  payment: PaymentRow;
  /** The order that it pays, or was begun for before that was paid in another way. */
  order: OrderRow;
  owner: Owner;
}

/** Finds one by the provider's id of its intent; null where there is none. */
export type FindBegun = (providerRef: string) => Promise<BegunPayment | null>;

/** Gives a node its `FindBegun`. */
export function openBegunPayments(db: Db, provider: ProviderName): FindBegun {
  return createBatcher<string, BegunPayment | null>(
    async (refs) => (await begunBy(db, provider, refs)).map((reply) => ({ reply })),
    { isEverybodys: isUnavailable },
  );
}

async function begunBy(
  db: Db,
  provider: ProviderName,
  refs: readonly string[],
): Promise<(BegunPayment | null)[]> {
  const payments = await paymentsByRef(db, provider, refs);
  const [paid, begun] = await pipelined(db, [
    ordersOfPayments(
      db,
      payments.map(({ id }) => id),
    ),
    ordersById(
      db,
      payments.flatMap(({ order_id: orderId }) => (orderId === null ? [] : [orderId])),
    ),
  ]);
  const orderOf = (payment: PaymentRow) =>
    paid.find((order) => order.payment_id === payment.id) ?? begun.find(({ id }) => id === payment.order_id);
  const orders = payments.map(orderOf);
  const registrations = await registrationsById(
    db,
    orders.flatMap((order) => order?.registration_id ?? []),
  ).execute();
  const find = async (id: number) => registrations.find((registration) => registration.id === id);
  return Promise.all(
    refs.map(async (ref) => {
      const index = payments.findIndex((payment) => payment.provider_ref === ref);
      const payment = payments[index];
      const order = orders[index];
      const owner = order === undefined ? undefined : await ownerOf(db, order, find);
      return payment === undefined || order === undefined || owner === undefined
        ? null
        : { payment, order, owner };
    }),
  );
}
