/**
 * The intent that pays an order (wire.md §3.4). Our payment is written first, then the provider is asked with a key made
 * from its id, then the answer is written: a crash in between leads to the same intent again.
 * Lock order: registration → order → payment.
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { type Idempotency, keepReply, replyGivenBefore } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { eventById } from "../events/rows.ts";
import { type OrderRow, updateOrder } from "../orders/rows.ts";
import { markFailed, openPayment, recordIntent } from "../payments/payments.ts";
import { type PaymentProvider, ProviderRefused } from "../payments/provider.ts";
import { type PaymentRow, paymentById } from "../payments/rows.ts";
import { statementSuffix } from "../payments/statementSuffix.ts";
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
  const { payment, order } = await paymentOf(db, provider, body, now);
  const intent =
    recordedIntent(payment) ??
    (await recorded(
      db,
      provider,
      payment,
      await askIntent(db, provider, {
        payment,
        order,
        eventName: (await eventById(db, order.event_id))!.name,
      }),
    ));
  const started = startedReply(provider, payment, intent);
  return keepReply(db, idempotency, started);
}

/** What the buyer's browser is told of an intent. */
export function startedReply(
  provider: PaymentProvider,
  { amount, currency }: Pick<PaymentRow, "amount" | "currency">,
  { providerRef, clientSecret }: MadeIntent,
): Started {
  const { publishableKey, name } = provider;
  return { clientSecret, paymentIntentId: providerRef, publishableKey, amount, currency, provider: name };
}

/** Our payment for an order that may still be paid, made when there is none. */
function paymentOf(
  db: Db,
  provider: PaymentProvider,
  body: BodyOf<"stripe/create-payment-intent">,
  now: Date,
): Promise<{ payment: PaymentRow; order: OrderRow }> {
  return inTransaction(db, async (tx) => {
    const { order, owner } = await lockOwned(tx, body.orderId, body.accessKey);
    if (order.payment_status !== "pending" && order.payment_status !== "failed") {
      throw new DomainError("alreadyPaid", "This order is already paid.");
    }
    if (order.purpose !== "registration") mustKeep(order, now);
    else mustHold(owner.registration!, now);
    const existing = order.payment_id === null ? undefined : await paymentById(tx, order.payment_id);
    const isOver = existing?.state === "failed" || existing?.state === "cancelled";
    if (existing !== undefined && !isOver) return { payment: existing, order };
    const payment = await openPayment(tx, {
      provider: provider.name,
      amount: order.total_amount,
      currency: order.currency,
      orderId: order.id,
    });
    await updateOrder(tx, order.id, { payment_id: payment.id });
    return { payment, order };
  });
}

/** An intent as the provider made it. */
export interface MadeIntent {
  providerRef: string;
  clientSecret: string;
}

function recordedIntent({ provider_ref, client_secret }: PaymentRow): MadeIntent | null {
  if (provider_ref === null || client_secret === null) return null;
  return { providerRef: provider_ref, clientSecret: client_secret };
}

/** What an intent is asked for: our payment, its order, and what the buyer reads at the provider. */
export interface AskedIntent {
  payment: Pick<PaymentRow, "id" | "created_at" | "amount" | "currency">;
  order: Pick<OrderRow, "order_number">;
  eventName: string;
}

/** Asks the provider for an intent; one that it refuses ends our payment. */
export function askIntent(
  db: Db,
  provider: PaymentProvider,
  { payment, order, eventName }: AskedIntent,
): Promise<MadeIntent> {
  const request = {
    paymentId: payment.id,
    openedAt: payment.created_at,
    amount: payment.amount,
    currency: payment.currency,
    description: `${eventName}, order ${order.order_number}`,
    statementSuffix: statementSuffix(eventName),
    metadata: { orderNumber: order.order_number },
  };
  return provider.createIntent(request).catch(async (error: unknown) => {
    if (error instanceof ProviderRefused)
      await inTransaction(db, (tx) => markFailed(tx, payment, error.code));
    throw error;
  });
}

/** Writes the intent down. One that came too late is cancelled, and the payment's own one is given, if it has one. */
export async function recorded(
  db: Db,
  provider: PaymentProvider,
  payment: Pick<PaymentRow, "id">,
  intent: MadeIntent,
): Promise<MadeIntent> {
  if ((await inTransaction(db, (tx) => recordIntent(tx, payment, intent))) !== null) return intent;
  // While the provider was at work the hold ended, or another intent was made by a request that knew a newer e-mail
  // address: nobody shall pay this one.
  await provider.cancel(intent.providerRef);
  const now = await paymentById(db, payment.id);
  const known = now?.state === "pending" ? recordedIntent(now) : null;
  if (known === null) throw holdExpired();
  return known;
}
