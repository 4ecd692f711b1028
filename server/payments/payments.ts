/**
 * Invariant: a payment moves only as the table in state.ts allows.
 * Lock order: delivered events by provider and id; payments by id, after orders (checkout/lockedOrders.ts).
 */

import { currency as currencies } from "../../contract/scalars.ts";
import type { ProviderName } from "../../contract/shapes/money/payment.ts";
import type { Tx } from "../db/pool.ts";
import type { PaymentAttention } from "../db/schema/money.ts";
import type { CurrentIntent, RefundedAmounts } from "./provider.ts";
import * as rows from "./rows.ts";
import { canMove, type PaymentState, paymentAfter } from "./state.ts";

type PaymentRow = rows.PaymentRow;

/** A payment after the recording. `from` and `disputesBefore` are its state and disputes before. */
export interface RecordedPayment {
  payment: PaymentRow;
  from: PaymentState;
  disputesBefore: PaymentRow["disputes"];
}

/**
 * Records intents. A client secret may go to the buyer only after the commit.
 * @returns the intents that their payments have; cancel the others at the provider.
 */
export async function recordIntents<I extends rows.CreatedIntent>(
  tx: Tx,
  intents: readonly I[],
): Promise<ReadonlySet<I>> {
  const refs = await rows.writeIntents(tx, intents);
  const otherIds = intents.flatMap(({ paymentId }) => (refs.has(paymentId) ? [] : [paymentId]));
  if (otherIds.length > 0)
    for (const { id, provider_ref } of await rows.paymentsById(tx, otherIds).execute())
      refs.set(id, provider_ref);
  return new Set(intents.filter(({ paymentId, providerRef }) => refs.get(paymentId) === providerRef));
}

/** Records the provider's states of locked payments; `readings` has each payment once. */
export async function recordStates(
  tx: Tx,
  readings: readonly { payment: PaymentRow; intent: CurrentIntent }[],
): Promise<RecordedPayment[]> {
  // Written even without a change, because the sweeper asks again about payments with an old `updated_at`.
  const writtenRows = await rows.writePaymentStates(
    tx,
    readings.map(({ payment, intent }) => {
      const { id, provider_ref, state: was } = payment;
      if (provider_ref !== intent.providerRef)
        throw new Error(`Payment ${id} has the intent ${provider_ref}, not ${intent.providerRef}`);
      const after = paymentAfter(payment, intent);
      return {
        id,
        was,
        state: after.state,
        decline_code: after.decline_code,
        attention: after.attention,
        disputes: after.disputes,
        refunded_amount: after.refunded_amount,
        sent_back_amount: after.sent_back_amount,
        awaits_buyer_amount: after.awaits_buyer_amount,
        ...accountingValues(after, intent),
      };
    }),
  );
  const writtenById = new Map(writtenRows.map((row) => [row.id, row]));
  return readings.map(({ payment }) => {
    const current = writtenById.get(payment.id);
    if (current === undefined) throw new Error(`Payment ${payment.id} was changed without its lock`);
    return { payment: current, from: payment.state, disputesBefore: payment.disputes };
  });
}

/** Columns that closings read; null leaves one unchanged. */
function accountingValues({ disputes }: Pick<PaymentRow, "disputes">, { fee }: CurrentIntent) {
  return {
    is_disputed: disputes.length === 0 ? null : disputes.some(({ state }) => state !== "won"),
    fee_amount: fee?.amount ?? null,
    fee_currency: fee?.currency ?? null,
  };
}

/** Marks a payment as failed, because the provider refused the intent. */
export async function markFailed(tx: Tx, payment: Pick<PaymentRow, "id">, code: string): Promise<PaymentRow> {
  return move(tx, await lockExisting(tx, payment), { state: "failed", decline_code: code });
}

/** Cancels a payment without a recorded intent, whose client secret the buyer never got. */
export async function abandonUnstarted(tx: Tx, payment: Pick<PaymentRow, "id">): Promise<void> {
  const current = await lockExisting(tx, payment);
  if (current.state === "created") await move(tx, current, { state: "cancelled" });
}

/** Marks a whole payment for refund, unless it is refunded; the caller queues the refund. */
export async function markRefundDue(
  tx: Tx,
  payment: Pick<PaymentRow, "id">,
  reason: "late" | "double",
): Promise<PaymentRow> {
  const current = await lockExisting(tx, payment);
  return current.state === "refunded"
    ? current
    : move(tx, current, { state: "refund_due", owed_back: reason });
}

/** Records the total refunded; at the whole amount, the payment becomes `refunded`. */
export async function markRefunded(
  tx: Tx,
  payment: Pick<PaymentRow, "id">,
  { refundedAmount, awaitsBuyerAmount: awaits_buyer_amount }: RefundedAmounts,
): Promise<PaymentRow> {
  const current = await lockExisting(tx, payment);
  const refunded_amount = Math.max(current.refunded_amount, Math.min(refundedAmount, current.amount));
  if (refunded_amount < current.amount) return write(tx, current, { refunded_amount, awaits_buyer_amount });
  return move(tx, current, { state: "refunded", refunded_amount, awaits_buyer_amount, attention: null });
}

/** Makes a payment a case for staff. */
export async function markAttention(
  tx: Tx,
  payment: Pick<PaymentRow, "id">,
  reason: PaymentAttention,
): Promise<PaymentRow> {
  return move(tx, await lockExisting(tx, payment), {
    state: "needs_attention",
    attention: JSON.stringify(reason),
  });
}

/**
 * Stores a paid intent that is ours but that no payment has, for example after a restored backup, as a case for staff.
 * @returns null if nothing was stored
 */
export async function storeUnknownPayment(
  tx: Tx,
  provider: ProviderName,
  answer: CurrentIntent,
): Promise<PaymentRow | null> {
  const currency = currencies.safeParse(answer.currency);
  const isPaid = answer.state === "succeeded" && answer.amountReceived > 0;
  if (answer.paymentId === null || !isPaid || !currency.success) return null;
  const refunded = Math.min(answer.refundedAmount, answer.amountReceived);
  if (refunded === answer.amountReceived) return null;
  const unknown = await rows.insertUnknown(tx, {
    provider,
    provider_ref: answer.providerRef,
    amount: answer.amountReceived,
    currency: currency.data,
    state: "needs_attention",
    refunded_amount: refunded,
    attention: JSON.stringify({ kind: "unknownPayment" } satisfies PaymentAttention),
  });
  return unknown ?? null;
}

/**
 * Stores events, in the transaction of their effect, and returns the new ones. A second delivery waits for the first.
 */
export async function rememberEvents<E extends ProviderEvent>(
  tx: Tx,
  events: readonly E[],
): Promise<ReadonlySet<E>> {
  if (events.length === 0) return new Set();
  const eventsByKey = new Map(events.map((event) => [eventKey(event.provider, event.eventId), event]));
  // Sorted against deadlocks.
  const sorted = [...eventsByKey]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, event]) => event);
  const inserted = await rows.insertEvents(
    tx,
    sorted.map(({ provider, eventId, type, providerRef }) => ({
      provider,
      event_id: eventId,
      type,
      payment_ref: providerRef,
    })),
  );
  return new Set(inserted.map(({ provider, event_id }) => eventsByKey.get(eventKey(provider, event_id))!));
}

const eventKey = (provider: string, eventId: string) => `${provider} ${eventId}`;

/** Stores an event, and returns whether it is new. */
export async function rememberEvent(tx: Tx, event: ProviderEvent): Promise<boolean> {
  return (await rememberEvents(tx, [event])).size === 1;
}

export interface ProviderEvent {
  provider: PaymentRow["provider"];
  eventId: string;
  type: string;
  providerRef: string | null;
}

async function lockExisting(tx: Tx, payment: Pick<PaymentRow, "id">): Promise<PaymentRow> {
  const current = await rows.lockPayment(tx, payment.id);
  if (!current) throw new Error(`There is no payment ${payment.id}`);
  return current;
}

/** Changes a locked payment, which may stay in the same state. */
function move(
  tx: Tx,
  current: PaymentRow,
  change: Parameters<typeof rows.updatePayment>[2] & { state: PaymentState },
): Promise<PaymentRow> {
  if (change.state !== current.state && !canMove(current.state, change.state)) {
    throw new Error(`Payment ${current.id} is ${current.state} and cannot become ${change.state}`);
  }
  return write(tx, current, change);
}

async function write(
  tx: Tx,
  current: PaymentRow,
  change: Parameters<typeof rows.updatePayment>[2],
): Promise<PaymentRow> {
  const updated = await rows.updatePayment(tx, current, change);
  if (!updated) throw new Error(`Payment ${current.id} was changed without its lock`);
  return updated;
}
