/**
 * What has become of each attempt to be paid? Our record beside the provider's books.
 * Invariant: a payment moves forward only, by the table in state.ts and by what the provider says now.
 * Lock order: the payment comes last, after event, tickets and extras, registration and order. Providers are asked
 * outside transactions, and what they said is recorded in one.
 */

import { currency as currencies } from "../../contract/scalars.ts";
import type { ProviderName } from "../../contract/shapes/payment.ts";
import type { Db, Tx } from "../db/pool.ts";
import type { PaymentAttention } from "../db/schema/money.ts";
import type { IntentNow, RefundedAmounts } from "./provider.ts";
import * as rows from "./rows.ts";
import { mayMove, openStates, type PaymentState, standingAfter } from "./state.ts";

type PaymentRow = rows.PaymentRow;
type StartedPayment = rows.StartedPayment;

/**
 * A payment after a look at the provider, and what it was before. The look that moves it is the only one.
 */
export interface RecordedPayment {
  payment: PaymentRow;
  from: PaymentState;
  disputesBefore: PaymentRow["disputes"];
}

/**
 * Records the intents that the provider made. A client secret may go to the buyer only after this has committed.
 * @returns those that their payments have, also when they were recorded before. The others' payments have been given up or
 * have another intent: cancel them at the provider.
 */
export async function recordIntents<I extends rows.MadeIntent>(
  tx: Tx,
  made: readonly I[],
): Promise<ReadonlySet<I>> {
  const refs = await rows.writeIntents(tx, made);
  const others = made.flatMap(({ paymentId }) => (refs.has(paymentId) ? [] : [paymentId]));
  if (others.length > 0)
    for (const { id, provider_ref } of await rows.paymentsById(tx, others).execute())
      refs.set(id, provider_ref);
  return new Set(made.filter(({ paymentId, providerRef }) => refs.get(paymentId) === providerRef));
}

/** A locked payment, and what the provider says of it now. */
export interface Look {
  payment: PaymentRow;
  told: IntentNow;
}

/**
 * Records what the provider says now, of each payment once. Safe in any order and any number of times: an older look changes
 * nothing that a newer one has decided. A payment that came in with another amount or currency needs attention and is not paid.
 */
export async function recordStates(tx: Tx, looks: readonly Look[]): Promise<RecordedPayment[]> {
  // Written even when nothing changes: `updated_at` is when the provider was last asked, by which the sweeper goes.
  const written = await rows.writeStandings(
    tx,
    looks.map(({ payment, told }) => {
      const { id, provider_ref, state: was } = payment;
      if (provider_ref !== told.providerRef)
        throw new Error(`Payment ${id} has the intent ${provider_ref}, not ${told.providerRef}`);
      const { state, decline_code, attention, disputes, ...money } = standingAfter(payment, told);
      const { refunded_amount, sent_back_amount, awaits_buyer_amount } = money;
      const refunds = { refunded_amount, sent_back_amount, awaits_buyer_amount };
      return { id, was, state, decline_code, attention, disputes, ...refunds, ...bookOf({ disputes }, told) };
    }),
  );
  const after = new Map(written.map((row) => [row.id, row]));
  return looks.map(({ payment }) => {
    const now = after.get(payment.id);
    if (now === undefined) throw new Error(`Payment ${payment.id} was changed without its lock`);
    return { payment: now, from: payment.state, disputesBefore: payment.disputes };
  });
}

/** What is kept for the club's books, and decides nothing; null leaves it as it is. */
function bookOf({ disputes }: Pick<PaymentRow, "disputes">, { fee }: IntentNow) {
  return {
    is_disputed: disputes.length === 0 ? null : disputes.some(({ state }) => state !== "won"),
    fee_amount: fee?.amount ?? null,
    fee_currency: fee?.currency ?? null,
  };
}

/** The provider would not make an intent. The payment is over; another may be opened. */
export async function markFailed(tx: Tx, payment: Pick<PaymentRow, "id">, code: string): Promise<PaymentRow> {
  return move(tx, await lockKnown(tx, payment), { state: "failed", decline_code: code });
}

/** Gives up a payment whose intent was never recorded: its client secret was never handed out. False when it was. */
export async function abandonUnstarted(tx: Tx, payment: Pick<PaymentRow, "id">): Promise<boolean> {
  const now = await lockKnown(tx, payment);
  if (now.state !== "created") return false;
  await move(tx, now, { state: "cancelled" });
  return true;
}

/**
 * Owes the whole payment back to the buyer, because its places had gone or its order was paid in another way before. The
 * refund is asked for after commit, and again by the sweeper.
 */
export async function markRefundDue(
  tx: Tx,
  payment: Pick<PaymentRow, "id">,
  why: "late" | "double",
): Promise<PaymentRow> {
  const now = await lockKnown(tx, payment);
  return now.state === "refunded" ? now : move(tx, now, { state: "refund_due", owed_back: why });
}

/** Records how much the provider has given back in all. A payment that was owed back is refunded when it is all. */
export async function markRefunded(
  tx: Tx,
  payment: Pick<PaymentRow, "id">,
  { refundedAmount, awaitsBuyerAmount: awaits_buyer_amount }: RefundedAmounts,
): Promise<PaymentRow> {
  const now = await lockKnown(tx, payment);
  const refunded_amount = Math.max(now.refunded_amount, Math.min(refundedAmount, now.amount));
  if (refunded_amount < now.amount) return write(tx, now, { refunded_amount, awaits_buyer_amount });
  return move(tx, now, { state: "refunded", refunded_amount, awaits_buyer_amount, attention: null });
}

/** Makes a payment a case for staff: its money has neither tickets nor a refund under way. */
export async function markAttention(
  tx: Tx,
  payment: Pick<PaymentRow, "id">,
  why: PaymentAttention,
): Promise<PaymentRow> {
  return move(tx, await lockKnown(tx, payment), { state: "needs_attention", attention: written(why) });
}

/**
 * Keeps a paid intent that is ours by its metadata, but that no payment of ours knows, as a case for staff: a backup
 * was restored, or another installation shares the account. Nothing is kept of what is not paid or not ours.
 * @returns the case, or null when there is nothing to keep or it is kept already.
 */
export async function keepUnknown(
  tx: Tx,
  provider: ProviderName,
  told: IntentNow,
): Promise<PaymentRow | null> {
  const currency = currencies.safeParse(told.currency);
  const isPaid = told.state === "succeeded" && told.amountReceived > 0;
  if (told.paymentId === null || !isPaid || !currency.success) return null;
  const refunded = Math.min(told.refundedAmount, told.amountReceived);
  if (refunded === told.amountReceived) return null;
  const unknown = await rows.insertUnknown(tx, {
    provider,
    provider_ref: told.providerRef,
    amount: told.amountReceived,
    currency: currency.data,
    state: "needs_attention",
    refunded_amount: refunded,
    attention: written({ kind: "unknownPayment" }),
  });
  return unknown ?? null;
}

/**
 * Remembers events for ever, in the transaction of their effect: both are there or neither. Of two deliveries at once
 * the second waits for the first, and finds it unless it rolled back.
 * @returns those that are new, one where an event comes twice.
 */
export async function rememberEvents<E extends ProviderEvent>(
  tx: Tx,
  events: readonly E[],
): Promise<ReadonlySet<E>> {
  if (events.length === 0) return new Set();
  const named = new Map(events.map((event) => [nameOf(event.provider, event.eventId), event]));
  // In one order, so that two transactions with the same events wait for each other.
  const sorted = [...named].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, event]) => event);
  const inserted = await rows.insertEvents(
    tx,
    sorted.map(({ provider, eventId, type, providerRef }) => ({
      provider,
      event_id: eventId,
      type,
      payment_ref: providerRef,
    })),
  );
  return new Set(inserted.map(({ provider, event_id }) => named.get(nameOf(provider, event_id))!));
}

const nameOf = (provider: string, eventId: string) => `${provider} ${eventId}`;

/** The same of one event: whether it is new. */
export async function rememberEvent(tx: Tx, event: ProviderEvent): Promise<boolean> {
  return (await rememberEvents(tx, [event])).size === 1;
}

/** Something that a provider says has happened. */
export interface ProviderEvent {
  provider: PaymentRow["provider"];
  eventId: string;
  type: string;
  providerRef: string | null;
}

/**
 * Payments that may still come in or are owed back, and that nobody has asked about since `before`; the longest
 * forgotten first. Ask the provider about each and record what it says; those that are refund_due are to be refunded
 * again. Payments without an intent are not among them: there is nothing to ask about.
 */
export function pendingPaymentsOlderThan(
  db: Db,
  provider: ProviderName,
  before: Date,
  limit: number,
): Promise<StartedPayment[]> {
  return rows.paymentsUnseenSince(db, { provider, states: openStates, before, limit });
}

async function lockKnown(tx: Tx, payment: Pick<PaymentRow, "id">): Promise<PaymentRow> {
  const now = await rows.lockPayment(tx, payment.id);
  if (!now) throw new Error(`There is no payment ${payment.id}`);
  return now;
}

/** Moves a locked payment by the table. To be there already is no move, and no error. */
function move(
  tx: Tx,
  now: PaymentRow,
  change: Parameters<typeof rows.updatePayment>[2] & { state: PaymentState },
): Promise<PaymentRow> {
  if (change.state !== now.state && !mayMove(now.state, change.state)) {
    throw new Error(`Payment ${now.id} is ${now.state} and cannot become ${change.state}`);
  }
  return write(tx, now, change);
}

/** JSON is written as text. */
function written(why: PaymentAttention | null): string | null {
  return why === null ? null : JSON.stringify(why);
}

async function write(
  tx: Tx,
  now: PaymentRow,
  change: Parameters<typeof rows.updatePayment>[2],
): Promise<PaymentRow> {
  const after = await rows.updatePayment(tx, now, change);
  if (!after) throw new Error(`Payment ${now.id} was changed without its lock`);
  return after;
}
