/**
 * Settles payments: the buyer gets the purchase, or all of the money back. The browser's return, the webhook and the
 * sweeper all call this one idempotent function. The first settles; the others find it settled. Concurrent payments
 * share one transaction.
 * Invariant: one transaction marks an order paid and sells its places, extras or package. If they are gone, the same
 * transaction marks the money for refund. The state is what the provider says now, never what an event or its order
 * implies.
 * Lock order: that of takeOrders.ts.
 */
import { type AuditEntry, record, recording } from "../audit/rows.ts";
import { createBatcher, type RunInTurn } from "../batcher.ts";
import { type Db, inTransaction, pipelined, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { holdsPlaces } from "../holds/move.ts";
import { moveStock } from "../holds/orderStock.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { type OrderRow, orderById, ordersOfPayments, updateOrder } from "../orders/rows.ts";
import { mayHavePaid } from "../payments/buyerWords.ts";
import { isDecline } from "../payments/eventTypes.ts";
import {
  markAttention,
  markRefundDue,
  type RecordedPayment,
  recordStates,
  rememberEvents,
} from "../payments/payments.ts";
import type { IntentNow, WebhookEvent } from "../payments/provider.ts";
import { type PaymentRow, paymentsById } from "../payments/rows.ts";
import { mailDoublePayment } from "../refunds/mailDoublePayment.ts";
import { recordRefund } from "../refunds/recordRefund.ts";
import { recordDecline } from "./recordDecline.ts";
import { isUnpaid, sellingTickets, sellOrder } from "./sellOrder.ts";
import { type LockOrders, type TakenOrder, takeOrder, takeOrders } from "./takeOrders.ts";

/** The task that refunds late money; its payload is `{ paymentId }`. */
export const refundTask = "refundPayment";

/** A payment to settle, the provider's current state of its intent, and the actor. */
export interface SettleInput {
  payment: Pick<PaymentRow, "id" | "provider">;
  intent: IntentNow;
  actor: string;
  now: Date;
  /** The webhook that reported it, deduplicated in the same transaction. */
  delivery?: WebhookEvent | undefined;
}

/** Settles once. Returns false and does nothing if the payment has another intent. */
export type Settle = (settling: SettleInput) => Promise<boolean>;

/** Makes the settle function of a node. Concurrent payments are settled together. */
export function createSettle(db: Db, inTurn: RunInTurn): Settle {
  return createBatcher<SettleInput, boolean>(
    async (all) => (await inTransaction(db, (tx) => settleAll(tx, all))).map((reply) => ({ reply })),
    // The buyer may have paid already.
    { isEverybodys: isUnavailable, busy: mayHavePaid, inTurn },
  );
}

/** Settles one payment of a known intent. Repeated and concurrent calls change nothing more. */
export async function settle(db: Db, settling: SettleInput, take: LockOrders = takeOrders): Promise<void> {
  const [isOurs] = await inTransaction(db, (tx) => settleAll(tx, [settling], take));
  const { payment, intent } = settling;
  if (isOurs !== true)
    throw new Error(`Payment ${payment.id} does not have the intent ${intent.providerRef}`);
}

/** Settles those of our payments, and returns for each whether it is ours. Safe to repeat after it threw. */
export async function settleAll(
  tx: Tx,
  all: readonly SettleInput[],
  take: LockOrders = takeOrders,
): Promise<boolean[]> {
  const ids = [...new Set(all.map(({ payment }) => payment.id))];
  const [payments, orders] = await pipelined(tx, [paymentsById(tx, ids), ordersOfPayments(tx, ids)]);
  const known = new Map(payments.map((payment) => [payment.id, payment]));
  const isOurs = all.map(({ payment, intent }) => {
    const found = known.get(payment.id);
    return found?.provider === payment.provider && found.provider_ref === intent.providerRef;
  });
  const found = new Map(orders.map((order) => [order.payment_id!, order]));
  // Two inputs for one payment are settled in turn, so the second sees the result of the first.
  for (const round of roundsOf(all.filter((_, index) => isOurs[index])))
    await settleRound(tx, await withoutRepeats(tx, round), { found, take });
  return isOurs;
}

/** Leaves out inputs whose event was handled before. */
async function withoutRepeats(tx: Tx, ours: readonly SettleInput[]): Promise<readonly SettleInput[]> {
  const events = ours.flatMap((settling) => {
    const { delivery, payment } = settling;
    return delivery === undefined ? [] : [{ settling, provider: payment.provider, ...delivery }];
  });
  const isNew = new Set([...(await rememberEvents(tx, events))].map(({ settling }) => settling));
  return ours.filter((settling) => settling.delivery === undefined || isNew.has(settling));
}

/** Splits the inputs into rounds with each payment at most once. */
function roundsOf(settlings: readonly SettleInput[]): SettleInput[][] {
  const looks = [...Map.groupBy(settlings, ({ payment }) => payment.id).values()];
  const most = Math.max(0, ...looks.map((ofOne) => ofOne.length));
  return Array.from({ length: most }, (_, round) => looks.flatMap((ofOne) => ofOne[round] ?? []));
}

/** An input with the recorded payment. */
interface Look extends SettleInput {
  recorded: RecordedPayment;
}

async function settleRound(
  tx: Tx,
  settlings: readonly SettleInput[],
  { found, take }: { found: ReadonlyMap<number, OrderRow>; take: LockOrders },
): Promise<void> {
  if (settlings.length === 0) return;
  const paid = settlings.filter(({ intent }) => intent.state === "succeeded");
  const taken = await take(tx, {
    orders: paid.flatMap(({ payment }) => found.get(payment.id) ?? []),
    payments: settlings.map(({ payment }) => payment.id),
  });
  const readings = settlings.map(({ payment, intent }) => ({
    payment: taken.payments.get(payment.id)!,
    told: intent,
  }));
  const all = await recordStates(tx, readings);
  const sales: Paid[] = [];
  for (const [index, settling] of settlings.entries()) {
    const look = { ...settling, recorded: all[index]! };
    const order = found.get(settling.payment.id);
    const mine = order === undefined ? undefined : taken.orders.get(order.id);
    await record(tx, disputeEntries(look, mine?.order ?? order));
    // Checked again under the order's lock, because staff may have marked it paid by hand.
    if (mine?.order.payment_id !== settling.payment.id) await settleUnpaid(tx, look);
    else if (await isToBeSold(tx, look, mine)) sales.push({ look, taken: mine });
  }
  await sell(tx, sales, take);
}

/** The history action for each dispute state. */
const disputeActions = {
  open: "disputed",
  answered: "disputeAnswered",
  won: "disputeWon",
  lost: "disputeLost",
} as const;

/** History entries for new and changed disputes of an order's payment. */
function disputeEntries(
  { recorded: { payment, disputesBefore }, actor }: Look,
  order: Pick<OrderRow, "id" | "event_id"> | undefined,
): AuditEntry[] {
  if (order === undefined) return [];
  const { id: entityId, event_id: eventId } = order;
  return payment.disputes
    .filter(({ ref, stage, state }) => {
      const before = disputesBefore.find((one) => one.ref === ref || one.ref === null);
      return before?.state !== state || before.stage !== stage;
    })
    .map(({ ref, stage, state }) => {
      const detail = { paymentId: payment.id, dispute: ref, stage };
      const action = disputeActions[state];
      return { actor, eventId, entity: "order" as const, entityId, action, detail };
    });
}

/** Handles a payment that has no money yet or no longer pays an order. */
async function settleUnpaid(tx: Tx, look: Look): Promise<void> {
  const { payment, from } = look.recorded;
  if (look.delivery !== undefined && isDecline(look.delivery)) await recordDecline(tx, payment, look);
  if (payment.owed_back === "double") await mailDoublePayment(tx, payment);
  // An older input finds the payment succeeded and settled already.
  if (payment.state !== "succeeded" || from === "succeeded") return;
  if (payment.order_id === null) await markAttention(tx, payment, { kind: "unknownPayment" });
  else await giveBackDouble(tx, payment, look.actor);
}

/** Refunds all money of a payment whose order was already paid in another way. */
async function giveBackDouble(tx: Tx, payment: PaymentRow, actor: string): Promise<void> {
  const order = (await orderById(tx, payment.order_id!))!;
  await oweBack(tx, payment, "double");
  const detail = { paymentId: payment.id, amount: payment.amount };
  await record(tx, [
    { actor, eventId: order.event_id, entity: "order", entityId: order.id, action: "paidTwice", detail },
  ]);
}

async function oweBack(tx: Tx, payment: PaymentRow, why: "late" | "double"): Promise<void> {
  await markRefundDue(tx, payment, why);
  await enqueue(tx, refundTask, { paymentId: payment.id }, { jobKey: `refund:${payment.id}` });
}

/** Records refunds, and returns whether the order is still to be sold. */
async function isToBeSold(
  tx: Tx,
  { recorded: { payment }, actor }: Look,
  taken: TakenOrder,
): Promise<boolean> {
  const { order, kept } = taken;
  await recordRefund(tx, { order, payment, actor });
  // After a full refund the order's extras or package return to sale.
  if (payment.state === "refunded" && kept !== undefined && order.keeps !== "nothing")
    await moveStock(tx, order, { keeps: "nothing" });
  // A payment with a wrong amount or currency needs attention and is not succeeded.
  return isUnpaid(taken) && payment.state === "succeeded";
}

/** A locked order, and the input that found its money. */
interface Paid {
  look: Look;
  taken: TakenOrder;
}

/** Sells held orders together. Each of the others is sold if enough is still free. */
async function sell(tx: Tx, sales: readonly Paid[], take: LockOrders): Promise<void> {
  const held = sales.flatMap(({ look, taken: { order, locked, people } }) => {
    if (locked === undefined || !holdsPlaces(locked.registration)) return [];
    const { actor, now: paidAt } = look;
    return [{ look, order, registration: locked.registration, people, actor, paidAt }];
  });
  if (held.length > 0)
    await pipelined(tx, [
      ...sellingTickets(tx, held),
      recording(
        tx,
        held.map(({ look, order }) => outcomeEntry(look, order, true)),
      ),
    ]);
  const sold = new Set(held.map(({ look }) => look));
  for (const { look, taken } of sales)
    if (!sold.has(look)) await sellOrRefund(tx, look, await takeOrder(tx, taken.order, take));
}

async function sellOrRefund(tx: Tx, look: Look, taken: TakenOrder): Promise<void> {
  const { order, kept } = taken;
  const isSold = await sellOrder(tx, taken, look);
  if (!isSold) {
    if (kept !== undefined && order.keeps === "held") await moveStock(tx, order, { keeps: "nothing" });
    await oweBack(tx, look.recorded.payment, "late");
    await updateOrder(tx, order.id, { payment_status: "failed" });
  }
  await record(tx, [outcomeEntry(look, order, isSold)]);
}

function outcomeEntry({ actor, payment }: Look, order: OrderRow, isSold: boolean): AuditEntry {
  const detail = { from: order.payment_status, to: isSold ? "paid" : "failed", paymentId: payment.id };
  const action = isSold ? "paid" : "refundDue";
  return { actor, eventId: order.event_id, entity: "order", entityId: order.id, action, detail };
}
