/** Lock order: registrations by id → orders by id → payments. */
import type { BodyOf } from "../../contract/all.ts";
import type { BatchOutcome } from "../batcher.ts";
import type { Tx } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { eventNames } from "../events/rows.ts";
import { lockOrdersWithOwners, type OrderWithOwner } from "../orders/ownerOf.ts";
import { type OrderWithoutItems, setPayments } from "../orders/rows.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { insertPaymentsOf, type PaymentRow, paymentsById } from "../payments/rows.ts";
import { isSameSecret } from "../registrations/proof.ts";
import { requireHold, requireOrderHold } from "./requireHold.ts";

export interface PayRequest {
  body: BodyOf<"stripe/create-payment-intent">;
  now: Date;
}

/** A payment, with the texts that the buyer sees at the provider. */
export interface OpenPayment {
  payment: Pick<PaymentRow, "id" | "created_at" | "amount" | "currency">;
  order: Pick<OrderWithoutItems, "order_number">;
  eventName: string;
  /** Null until it is recorded. */
  intent: Intent | null;
}

export type Intent = Awaited<ReturnType<PaymentProvider["createIntent"]>>;

/** A test may leave out the locks to show the race. */
export type LockOrdersWithOwners = typeof lockOrdersWithOwners;

/** Finds or opens the payment of each order that may be paid; other requests get refusals. */
export async function openPayments(
  tx: Tx,
  all: readonly PayRequest[],
  {
    provider,
    lock = lockOrdersWithOwners,
  }: { provider: Pick<PaymentProvider, "name">; lock?: LockOrdersWithOwners },
): Promise<BatchOutcome<OpenPayment>[]> {
  if (all.length === 0) return [];
  const lockedOrders = await lock(tx, [...new Set(all.map(({ body }) => body.orderId))]);
  const decisions = all.map((request) => payableOrder(request, lockedOrders.get(request.body.orderId)));
  const payable = decisions.flatMap((order) => (order instanceof DomainError ? [] : [order]));
  // Requests for one order share its payment.
  const orders = [...new Map(payable.map((order) => [order.id, order])).values()];
  const [payments, names] = await Promise.all([
    paymentsOf(tx, provider, orders),
    eventNames(tx, [...new Set(orders.map((order) => order.event_id))]),
  ]);
  return decisions.map((order) => {
    if (order instanceof DomainError) return { refused: order };
    return { reply: { ...payments.get(order.id)!, order, eventName: names.get(order.event_id)! } };
  });
}

function payableOrder(
  { body, now }: PayRequest,
  found: OrderWithOwner | undefined,
): OrderWithoutItems | DomainError {
  if (found === undefined || !isSameSecret(body.accessKey, found.owner.accessKey)) return notFound("order");
  const { order, owner } = found;
  if (order.payment_status !== "pending" && order.payment_status !== "failed")
    return new DomainError("alreadyPaid", "This order is already paid.");
  try {
    if (order.purpose !== "registration") requireOrderHold(order, now);
    else requireHold(owner.registration!, now);
    return order;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

async function paymentsOf(
  tx: Tx,
  provider: Pick<PaymentProvider, "name">,
  orders: readonly OrderWithoutItems[],
): Promise<Map<number, Pick<OpenPayment, "payment" | "intent">>> {
  const ids = orders.flatMap(({ payment_id: id }) => id ?? []);
  const known = ids.length === 0 ? [] : await paymentsById(tx, ids).execute();
  const open = known.filter(({ state }) => state !== "failed" && state !== "cancelled");
  const payments = new Map<number, Pick<OpenPayment, "payment" | "intent">>();
  for (const order of orders) {
    const payment = open.find(({ id }) => id === order.payment_id);
    if (payment !== undefined) payments.set(order.id, { payment, intent: recordedIntent(payment) });
  }
  const ordersWithoutPayment = orders.filter(({ id }) => !payments.has(id));
  if (ordersWithoutPayment.length === 0) return payments;
  const opened = await insertPaymentsOf(tx, provider.name, ordersWithoutPayment);
  await setPayments(tx, opened);
  for (const payment of opened) payments.set(payment.order_id, { payment, intent: null });
  return payments;
}

/** The recorded intent of a payment, or null. */
export function recordedIntent({
  provider_ref: providerRef,
  client_secret: clientSecret,
}: PaymentRow): Intent | null {
  return providerRef === null || clientSecret === null ? null : { providerRef, clientSecret };
}
