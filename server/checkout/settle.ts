/**
 * Invariant: one transaction marks an order paid and sells its places, extras or package, or marks the money for refund
 * if they cannot be sold. The provider's current state decides, because events arrive in any order.
 * Lock order of a round: delivered events → that of lockedOrders.ts → receipt counters and sponsorships (by triggers).
 */
import { type AuditEntry, entryOf, record, recordStatement } from "../audit/rows.ts";
import { createBatcher, type RunInTurn } from "../batcher.ts";
import { type Db, inTransaction, pipelined, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { hasHeldPlaces } from "../holds/move.ts";
import { returnStock } from "../holds/orderStock.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { lockReceiptCounters } from "../orders/receiptNumbers.ts";
import { type OrderRow, orderById, ordersOfPayments, updateOrder } from "../orders/rows.ts";
import { mayHavePaidMessage } from "../payments/buyerWords.ts";
import { isDecline } from "../payments/eventTypes.ts";
import {
  markAttention,
  markRefundDue,
  type RecordedPayment,
  recordStates,
  rememberEvents,
} from "../payments/payments.ts";
import type { CurrentIntent, WebhookEvent } from "../payments/provider.ts";
import { type PaymentRow, paymentsById } from "../payments/rows.ts";
import { mailDoublePayment } from "../refunds/mailDoublePayment.ts";
import { recordRefund } from "../refunds/recordRefund.ts";
import { type LockedOrder, type LockOrders, lockOneOrder, lockOrdersWithStock } from "./lockedOrders.ts";
import { recordDecline } from "./recordDecline.ts";
import { mayBecomePaid, sellOrder, ticketSaleStatements } from "./sellOrder.ts";

/** The task that calls `refundLate`; its payload is `{ paymentId }`. */
export const refundTask = "refundPayment";

export interface SettleInput {
  payment: Pick<PaymentRow, "id" | "provider">;
  intent: CurrentIntent;
  actor: string;
  now: Date;
  /** The event that led to this call. If it was stored before, the input is skipped. */
  delivery?: WebhookEvent | undefined;
}

/** Returns false and does nothing if the payment has another intent. */
export type Settle = (input: SettleInput) => Promise<boolean>;

/** Makes the function that settles payments on a node. Concurrent ones are settled in batches. */
export function createSettle(db: Db, inTurn: RunInTurn): Settle {
  return createBatcher<SettleInput, boolean>(
    async (all) => (await inTransaction(db, (tx) => settleAll(tx, all))).map((reply) => ({ reply })),
    // A buyer whose settlement is refused may have paid already.
    { concernsAll: isUnavailable, busy: mayHavePaidMessage, inTurn },
  );
}

/** Settles one payment. @throws Error if the payment has another intent. */
export async function settle(
  db: Db,
  input: SettleInput,
  lock: LockOrders = lockOrdersWithStock,
): Promise<void> {
  const [isOurs] = await inTransaction(db, (tx) => settleAll(tx, [input], lock));
  const { payment, intent } = input;
  if (isOurs !== true)
    throw new Error(`Payment ${payment.id} does not have the intent ${intent.providerRef}`);
}

/** Returns for each input whether its payment has its intent; others are not settled. Safe to repeat after it threw. */
export async function settleAll(
  tx: Tx,
  all: readonly SettleInput[],
  lock: LockOrders = lockOrdersWithStock,
): Promise<boolean[]> {
  const ids = [...new Set(all.map(({ payment }) => payment.id))];
  const [payments, orders] = await pipelined(tx, [paymentsById(tx, ids), ordersOfPayments(tx, ids)]);
  const known = new Map(payments.map((payment) => [payment.id, payment]));
  const isOurs = all.map(({ payment, intent }) => {
    const found = known.get(payment.id);
    return found?.provider === payment.provider && found.provider_ref === intent.providerRef;
  });
  const orderByPayment = new Map(orders.map((order) => [order.payment_id!, order]));
  // The second of two inputs for one payment must see the result of the first.
  for (const round of roundsOf(all.filter((_, index) => isOurs[index])))
    await settleRound(tx, await withoutRepeats(tx, round), { orderByPayment, lock });
  return isOurs;
}

async function withoutRepeats(tx: Tx, ours: readonly SettleInput[]): Promise<readonly SettleInput[]> {
  const events = ours.flatMap((input) => {
    const { delivery, payment } = input;
    return delivery === undefined ? [] : [{ input, provider: payment.provider, ...delivery }];
  });
  const isNew = new Set([...(await rememberEvents(tx, events))].map(({ input }) => input));
  return ours.filter((input) => input.delivery === undefined || isNew.has(input));
}

/** Each round has a payment at most once. */
function roundsOf(inputs: readonly SettleInput[]): SettleInput[][] {
  const groups = [...Map.groupBy(inputs, ({ payment }) => payment.id).values()];
  const rounds = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: rounds }, (_, round) => groups.flatMap((group) => group[round] ?? []));
}

interface RecordedInput extends SettleInput {
  recorded: RecordedPayment;
}

async function settleRound(
  tx: Tx,
  inputs: readonly SettleInput[],
  { orderByPayment, lock }: { orderByPayment: ReadonlyMap<number, OrderRow>; lock: LockOrders },
): Promise<void> {
  if (inputs.length === 0) return;
  const paid = inputs.filter(({ intent }) => intent.state === "succeeded");
  const rows = await lock(tx, {
    orders: paid.flatMap(({ payment }) => orderByPayment.get(payment.id) ?? []),
    payments: inputs.map(({ payment }) => payment.id),
  });
  const readings = inputs.map(({ payment, intent }) => ({
    payment: rows.payments.get(payment.id)!,
    intent,
  }));
  const recorded = await recordStates(tx, readings);
  const sales: PaidOrder[] = [];
  for (const [index, input] of inputs.entries()) {
    const recordedInput = { ...input, recorded: recorded[index]! };
    const order = orderByPayment.get(input.payment.id);
    const lockedOrder = order === undefined ? undefined : rows.orders.get(order.id);
    await record(tx, ...disputeEntries(recordedInput, lockedOrder?.order ?? order));
    // Checked under the order's lock, because staff may have marked it paid by hand.
    if (lockedOrder?.order.payment_id !== input.payment.id) await settleWithoutSale(tx, recordedInput);
    else {
      await settleRefunds(tx, recordedInput, lockedOrder);
      // A payment with a wrong amount or currency is not `succeeded`.
      if (mayBecomePaid(lockedOrder) && recordedInput.recorded.payment.state === "succeeded")
        sales.push({ recordedInput, lockedOrder });
    }
  }
  await sell(tx, sales, lock);
}

const disputeActions = {
  open: "disputed",
  answered: "disputeAnswered",
  won: "disputeWon",
  lost: "disputeLost",
} as const;

function disputeEntries(
  { recorded: { payment, disputesBefore }, actor }: RecordedInput,
  order: Pick<OrderRow, "id" | "event_id"> | undefined,
): AuditEntry[] {
  if (order === undefined) return [];
  return payment.disputes
    .filter(({ ref, stage, state }) => {
      // Old rows may have a dispute without an id.
      const before = disputesBefore.find((one) => one.ref === ref || one.ref === null);
      return before?.state !== state || before.stage !== stage;
    })
    .map(({ ref, stage, state }) => {
      const detail = { paymentId: payment.id, dispute: ref, stage };
      return entryOf("order", order, { actor, action: disputeActions[state], detail });
    });
}

/** Handles a payment that has not succeeded, or is not the current payment of an order. */
async function settleWithoutSale(tx: Tx, recordedInput: RecordedInput): Promise<void> {
  const { payment, from } = recordedInput.recorded;
  if (recordedInput.delivery !== undefined && isDecline(recordedInput.delivery))
    await recordDecline(tx, payment, recordedInput);
  // This queues nothing before the payment is refunded.
  if (payment.owed_back === "double") await mailDoublePayment(tx, payment);
  // If it was `succeeded` before, it was already settled.
  if (payment.state !== "succeeded" || from === "succeeded") return;
  if (payment.order_id === null) await markAttention(tx, payment, { kind: "unknownPayment" });
  else await refundDouble(tx, payment, recordedInput.actor);
}

async function refundDouble(tx: Tx, payment: PaymentRow, actor: string): Promise<void> {
  const order = (await orderById(tx, payment.order_id!))!;
  await scheduleRefund(tx, payment, "double");
  const detail = { paymentId: payment.id, amount: payment.amount };
  await record(tx, entryOf("order", order, { actor, action: "paidTwice", detail }));
}

async function scheduleRefund(tx: Tx, payment: PaymentRow, why: "late" | "double"): Promise<void> {
  await markRefundDue(tx, payment, why);
  await enqueue(tx, refundTask, { paymentId: payment.id }, { jobKey: `refund:${payment.id}` });
}

async function settleRefunds(
  tx: Tx,
  { recorded: { payment }, actor }: RecordedInput,
  { order, stock }: LockedOrder,
): Promise<void> {
  await recordRefund(tx, { order, payment, actor });
  if (payment.state === "refunded" && stock !== undefined && order.keeps !== "nothing")
    await returnStock(tx, stock, actor);
}

interface PaidOrder {
  recordedInput: RecordedInput;
  lockedOrder: LockedOrder;
}

async function sell(tx: Tx, sales: readonly PaidOrder[], lock: LockOrders): Promise<void> {
  const held = sales.flatMap(({ recordedInput, lockedOrder: { order, locked, people } }) => {
    if (locked === undefined || !hasHeldPlaces(locked.registration)) return [];
    const { actor, now: paidAt } = recordedInput;
    return [{ recordedInput, order, registration: locked.registration, people, actor, paidAt }];
  });
  // Held orders are marked paid by one statement, others by one each. All lock receipt counters, so these are locked
  // before, in one order.
  if (sales.length > 1 && held.length < sales.length)
    await lockReceiptCounters(
      tx,
      sales.map(({ lockedOrder }) => lockedOrder.order.event_id),
    );
  if (held.length > 0)
    await pipelined(tx, [
      // First, because in the history an order is paid before its tickets become valid.
      recordStatement(
        tx,
        held.map(({ recordedInput, order }) => outcomeEntry(recordedInput, order, true)),
      ),
      ...ticketSaleStatements(tx, held),
    ]);
  const sold = new Set(held.map(({ recordedInput }) => recordedInput));
  // Read again, because an earlier sale may have taken the last places.
  for (const { recordedInput, lockedOrder } of sales)
    if (!sold.has(recordedInput))
      await sellOrRefund(tx, recordedInput, await lockOneOrder(tx, lockedOrder.order, lock));
}

async function sellOrRefund(tx: Tx, recordedInput: RecordedInput, lockedOrder: LockedOrder): Promise<void> {
  const { order, stock } = lockedOrder;
  const isSold = await sellOrder(tx, lockedOrder, recordedInput);
  if (!isSold) {
    if (stock !== undefined && order.keeps === "held") await returnStock(tx, stock, recordedInput.actor);
    await scheduleRefund(tx, recordedInput.recorded.payment, "late");
    await updateOrder(tx, order.id, { payment_status: "failed" });
  }
  await record(tx, outcomeEntry(recordedInput, order, isSold));
}

function outcomeEntry({ actor, payment }: RecordedInput, order: OrderRow, isSold: boolean): AuditEntry {
  const detail = { from: order.payment_status, to: isSold ? "paid" : "failed", paymentId: payment.id };
  return entryOf("order", order, { actor, action: isSold ? "paid" : "refundDue", detail });
}
