/**
 * Starts payments (docs/wire.md §3.4). Our payment is written before the provider is asked. After a crash in between,
 * a request with the same values gets the same intent for at least a day.
 * Lock order: registrations by id → orders by id → payments by id.
 */
import type { PayloadOf } from "../../contract/all.ts";
import { type BatchOutcome, createBatcher, type RunInTurn } from "../batcher.ts";
import { decideOnce, type KeyedRequest, storeReplies, storeReply } from "../db/idempotency.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { markFailed, recordIntents } from "../payments/payments.ts";
import { type PaymentProvider, ProviderRefused } from "../payments/provider.ts";
import { type CreatedIntent, paymentById } from "../payments/rows.ts";
import { statementSuffix } from "../payments/statementSuffix.ts";
import {
  type Intent,
  type LockOrdersWithOwners,
  type OpenPayment,
  openPayments,
  type PayRequest,
  recordedIntent,
} from "./openPayments.ts";
import { holdExpired } from "./requireHold.ts";

type StartPaymentReply = PayloadOf<"stripe/create-payment-intent">;

export type StartRequest = KeyedRequest & PayRequest;

/** While the hold lasts and the payment is open, a repeat returns the same intent. */
export type StartPayment = (request: StartRequest) => Promise<StartPaymentReply>;

interface IntentWithReply extends KeyedRequest, CreatedIntent {
  reply: StartPaymentReply;
}

/** Makes the function that starts payments on a node. */
export function createStartPayment(db: Db, provider: PaymentProvider, inTurn: RunInTurn): StartPayment {
  const options = { concernsAll: isUnavailable, inTurn };
  const open = createBatcher<StartRequest, StartPaymentReply | OpenPayment>(
    (all) => inTransaction(db, (tx) => startAll(tx, all, { provider })),
    options,
  );
  const record = createBatcher<IntentWithReply, StartPaymentReply | null>(
    (all) => inTransaction(db, (tx) => recordAll(tx, all)),
    options,
  );
  return async (request) => {
    const opened = await open(request);
    if ("clientSecret" in opened) return opened;
    const { idempotency } = request;
    const intent = await askIntent(db, provider, opened);
    const reply = startedReply(provider, opened.payment, intent);
    const recorded = await record({ paymentId: opened.payment.id, ...intent, idempotency, reply });
    if (recorded !== null) return recorded;
    const recordedNow = await replaceLateIntent(db, provider, opened, intent);
    return storeReply(db, idempotency, startedReply(provider, opened.payment, recordedNow));
  };
}

/** Opens payments. An `OpenPayment` among the outcomes still needs an intent. Safe to repeat after it threw. */
export function startAll(
  tx: Tx,
  all: readonly StartRequest[],
  {
    provider,
    lock,
  }: { provider: Pick<PaymentProvider, "name" | "publishableKey">; lock?: LockOrdersWithOwners },
): Promise<BatchOutcome<StartPaymentReply | OpenPayment>[]> {
  return decideOnce<StartRequest, StartPaymentReply | OpenPayment>(tx, all, async (open) => {
    const outcomes = await openPayments(tx, open, { provider, ...(lock && { lock }) });
    const answered = outcomes.map((outcome) => {
      if ("refused" in outcome || outcome.reply.intent === null) return outcome;
      return { reply: startedReply(provider, outcome.reply.payment, outcome.reply.intent) };
    });
    const replies = answered.flatMap((outcome, index) =>
      "reply" in outcome && "clientSecret" in outcome.reply
        ? [{ idempotency: open[index]!.idempotency, reply: outcome.reply }]
        : [],
    );
    await storeReplies(tx, replies);
    return answered;
  });
}

function askIntent(
  db: Db,
  provider: PaymentProvider,
  { payment, order, eventName }: OpenPayment,
): Promise<Intent> {
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

/**
 * A key that was used meanwhile gets its first reply, or a refusal if it had another body. The reply to an intent that
 * came too late is null.
 */
async function recordAll(
  tx: Tx,
  all: readonly IntentWithReply[],
): Promise<BatchOutcome<StartPaymentReply | null>[]> {
  const recorded = [...(await recordIntents(tx, all))];
  const replies = await decideOnce<IntentWithReply, StartPaymentReply>(tx, recorded, async (open) => {
    await storeReplies(tx, open);
    return open.map(({ reply }) => ({ reply }));
  });
  const outcomes = new Map(recorded.map((intent, index) => [intent, replies[index]!]));
  return all.map((intent) => outcomes.get(intent) ?? { reply: null });
}

/**
 * The payment ended or got another intent meanwhile. Cancels the late intent, so that nobody can pay it, and returns
 * the recorded one. @throws holdExpired unless the payment is pending
 */
async function replaceLateIntent(
  db: Db,
  provider: PaymentProvider,
  { payment }: OpenPayment,
  late: Intent,
): Promise<Intent> {
  await provider.cancel(late.providerRef);
  const current = await paymentById(db, payment.id);
  const recorded = current?.state === "pending" ? recordedIntent(current) : null;
  if (recorded === null) throw holdExpired();
  return recorded;
}

function startedReply(
  { publishableKey, name }: Pick<PaymentProvider, "name" | "publishableKey">,
  { amount, currency }: OpenPayment["payment"],
  { providerRef, clientSecret }: Intent,
): StartPaymentReply {
  return { clientSecret, paymentIntentId: providerRef, publishableKey, amount, currency, provider: name };
}
