/**
 * The intent that pays an order (wire.md §3.4). Our payment is written first, then the provider is asked with a key made
 * from its id, then the answer is written: a crash in between leads to the same intent again.
 * Lock order: registration → order → payment.
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { type Idempotency, once, replyGivenBefore } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { eventById } from "../events/rows.ts";
import { type OrderRow, updateOrder } from "../orders/rows.ts";
import { markFailed, openPayment, recordIntent } from "../payments/payments.ts";
import { type PaymentProvider, ProviderRefused } from "../payments/provider.ts";
import { type PaymentRow, paymentById } from "../payments/rows.ts";
import { holdExpired, mustHold, mustKeep } from "./mustHold.ts";
import { lockOwned } from "./ownerOf.ts";

type Started = PayloadOf<"stripe/create-payment-intent">;

/** The intent of an order; repeating it gives the same one. */
export async function startPayment(
  db: Db,
  provider: PaymentProvider,
  body: BodyOf<"stripe/create-payment-intent">,
  { idempotency, now }: { idempotency: Idempotency | null; now: Date },
): Promise<Started> {
  const before = await replyGivenBefore<Started>(db, idempotency);
  if (before !== undefined) return before;
  const { payment, order, email } = await paymentOf(db, provider, body, now);
  const intent = await intentOf(db, provider, payment, order, email);
  const started: Started = {
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.providerRef,
    publishableKey: provider.publishableKey,
    amount: payment.amount,
    currency: payment.currency,
    provider: provider.name,
  };
  return inTransaction(db, (tx) => once(tx, idempotency, async () => started));
}

/** Our payment for an order that may still be paid, made when there is none. */
function paymentOf(
  db: Db,
  provider: PaymentProvider,
  body: BodyOf<"stripe/create-payment-intent">,
  now: Date,
): Promise<{ payment: PaymentRow; order: OrderRow; email: string | null }> {
  return inTransaction(db, async (tx) => {
    const { order, owner } = await lockOwned(tx, body.orderId, body.accessKey);
    if (order.payment_status !== "pending" && order.payment_status !== "failed") {
      throw new DomainError("alreadyPaid", "This order is already paid.");
    }
    if (order.purpose !== "registration") mustKeep(order, now);
    else mustHold(owner.registration!, now);
    const { email } = owner;
    const existing = order.payment_id === null ? undefined : await paymentById(tx, order.payment_id);
    const isOver = existing?.state === "failed" || existing?.state === "cancelled";
    if (existing !== undefined && !isOver) return { payment: existing, order, email };
    const payment = await openPayment(tx, {
      provider: provider.name,
      amount: order.total_amount,
      currency: order.currency,
      orderId: order.id,
    });
    await updateOrder(tx, order.id, { payment_id: payment.id });
    return { payment, order, email };
  });
}

async function intentOf(
  db: Db,
  provider: PaymentProvider,
  payment: PaymentRow,
  order: OrderRow,
  email: string | null,
): Promise<{ providerRef: string; clientSecret: string }> {
  if (payment.provider_ref !== null && payment.client_secret !== null) {
    return { providerRef: payment.provider_ref, clientSecret: payment.client_secret };
  }
  const event = (await eventById(db, order.event_id))!;
  const request = {
    paymentId: payment.id,
    openedAt: payment.created_at,
    amount: payment.amount,
    currency: payment.currency,
    description: `${event.name}, order ${order.order_number}`,
    ...(email === null ? {} : { receiptEmail: email }),
    metadata: { orderNumber: order.order_number },
  };
  const intent = await provider.createIntent(request).catch(async (error: unknown) => {
    if (error instanceof ProviderRefused)
      await inTransaction(db, (tx) => markFailed(tx, payment, error.code));
    throw error;
  });
  const recorded = await inTransaction(db, (tx) => recordIntent(tx, payment, intent));
  if (recorded !== null) return intent;
  // While the provider was at work the hold ended, or another intent was made by a request that knew a newer e-mail
  // address: nobody shall pay this one.
  await provider.cancel(intent.providerRef);
  const now = await paymentById(db, payment.id);
  if (now?.state === "pending" && now.provider_ref !== null && now.client_secret !== null)
    return { providerRef: now.provider_ref, clientSecret: now.client_secret };
  throw holdExpired();
}
