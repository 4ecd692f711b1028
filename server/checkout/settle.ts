/**
 * What becomes of payments: what was bought, or all of the money back. One idempotent function that the browser's return,
 * the webhook and the sweeper all call; whichever comes first settles, the others find it settled. Payments that come in at
 * the same time share one transaction.
 * Invariant: an order is paid and its places, extras or package sold in one transaction; money that finds none is marked
 * for refund in that same transaction. The state is what the provider says now, never what an event or its order implies.
 * Lock order: that of takeOrders.ts.
 */
import { type AuditEntry, record, recording } from "../audit/rows.ts";
import { createBatcher, type RunInTurn } from "../batcher.ts";
import { type Db, inTransaction, pipelined, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { moveKept } from "../holds/kept.ts";
import { holdsPlaces } from "../holds/move.ts";
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
import { recordRefund } from "../refunds/recordRefund.ts";
import { tellOfDouble } from "../refunds/tellOfDouble.ts";
import { isUnpaid, sellingTickets, sellOrder } from "./sellOrder.ts";
import { type TakenOrder, type TakeOrders, takeOrder, takeOrders } from "./takeOrders.ts";
import { noteTriedCards } from "./triedCards.ts";

/** The task that gives late money back; its payload is `{ paymentId }`. */
export const refundTask = "refundPayment";

/** What is to be settled: our payment, what the provider says of its intent now, and who asks. */
export interface SettleInput {
  payment: Pick<PaymentRow, "id" | "provider">;
  intent: IntentNow;
  actor: string;
  now: Date;
  /** The webhook that brought it, deduplicated in the same transaction. */
  delivery?: WebhookEvent | undefined;
}

/** Settles, once; false, and nothing is done, where the payment has another intent. */
export type Settle = (settling: SettleInput) => Promise<boolean>;

/** Gives a node its way to settle, each payment together with others that arrive at the same time. */
export function openSettling(db: Db, inTurn: RunInTurn): Settle {
  return createBatcher<SettleInput, boolean>(
    async (all) => (await inTransaction(db, (tx) => settleAll(tx, all))).map((reply) => ({ reply })),
    // The buyer has paid, as far as the provider says.
    { isEverybodys: isUnavailable, busy: mayHavePaid, inTurn },
  );
}

/** Settles a payment of a known intent by itself. Asking again, from anywhere and at the same time, changes nothing more. */
export async function settle(db: Db, settling: SettleInput, take: TakeOrders = takeOrders): Promise<void> {
  const [isOurs] = await inTransaction(db, (tx) => settleAll(tx, [settling], take));
  const { payment, intent } = settling;
  if (isOurs !== true)
    throw new Error(`Payment ${payment.id} does not have the intent ${intent.providerRef}`);
}

/** Settles all that are ours, and says of each whether it is. Safe to run again after it threw. */
export async function settleAll(
  tx: Tx,
  all: readonly SettleInput[],
  take: TakeOrders = takeOrders,
): Promise<boolean[]> {
  const ids = [...new Set(all.map(({ payment }) => payment.id))];
  const [payments, orders] = await pipelined(tx, [paymentsById(tx, ids), ordersOfPayments(tx, ids)]);
  const known = new Map(payments.map((payment) => [payment.id, payment]));
  const isOurs = all.map(({ payment, intent }) => {
    const found = known.get(payment.id);
    return found?.provider === payment.provider && found.provider_ref === intent.providerRef;
  });
  const found = new Map(orders.map((order) => [order.payment_id!, order]));
  // Of one payment that is told of twice the second look finds it as the first has left it.
  for (const round of roundsOf(all.filter((_, index) => isOurs[index])))
    await settleRound(tx, await withoutRepeats(tx, round), { found, take });
  return isOurs;
}

/** Leaves out what was brought by an event that was followed before. */
async function withoutRepeats(tx: Tx, ours: readonly SettleInput[]): Promise<readonly SettleInput[]> {
  const events = ours.flatMap((settling) => {
    const { delivery, payment } = settling;
    return delivery === undefined ? [] : [{ settling, provider: payment.provider, ...delivery }];
  });
  const isNew = new Set([...(await rememberEvents(tx, events))].map(({ settling }) => settling));
  return ours.filter((settling) => settling.delivery === undefined || isNew.has(settling));
}

/** In each round a payment comes once. */
function roundsOf(settlings: readonly SettleInput[]): SettleInput[][] {
  const looks = [...Map.groupBy(settlings, ({ payment }) => payment.id).values()];
  const most = Math.max(0, ...looks.map((ofOne) => ofOne.length));
  return Array.from({ length: most }, (_, round) => looks.flatMap((ofOne) => ofOne[round] ?? []));
}

/** A look at a payment, recorded. */
interface Look extends SettleInput {
  recorded: RecordedPayment;
}

async function settleRound(
  tx: Tx,
  settlings: readonly SettleInput[],
  { found, take }: { found: ReadonlyMap<number, OrderRow>; take: TakeOrders },
): Promise<void> {
  if (settlings.length === 0) return;
  const paid = settlings.filter(({ intent }) => intent.state === "succeeded");
  const taken = await take(tx, {
    orders: paid.flatMap(({ payment }) => found.get(payment.id) ?? []),
    payments: settlings.map(({ payment }) => payment.id),
  });
  const told = settlings.map(({ payment, intent }) => ({
    payment: taken.payments.get(payment.id)!,
    told: intent,
  }));
  const all = await recordStates(tx, told);
  const sales: Paid[] = [];
  for (const [index, settling] of settlings.entries()) {
    const look = { ...settling, recorded: all[index]! };
    const order = found.get(settling.payment.id);
    const mine = order === undefined ? undefined : taken.orders.get(order.id);
    await record(tx, disputeEntries(look, mine?.order ?? order));
    // Asked again under the order's lock: staff may have taken its money by hand meanwhile.
    if (mine?.order.payment_id !== settling.payment.id) await settleUnpaid(tx, look);
    else if (await isToBeSold(tx, look, mine)) sales.push({ look, taken: mine });
  }
  await sell(tx, sales, take);
}

/** By its state, what became of a dispute. */
const disputeActions = {
  open: "disputed",
  answered: "disputeAnswered",
  won: "disputeWon",
  lost: "disputeLost",
} as const;

/** The history of an order says when its payment was disputed, and how the bank decided. */
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

/** What follows for a payment whose money has not come, or that pays no order any more. */
async function settleUnpaid(tx: Tx, look: Look): Promise<void> {
  const { payment, from } = look.recorded;
  if (look.delivery !== undefined && isDecline(look.delivery)) await noteTriedCards(tx, payment, look);
  if (payment.owed_back === "double") await tellOfDouble(tx, payment);
  // An older look finds it succeeded, and settled by whoever saw that.
  if (payment.state !== "succeeded" || from === "succeeded") return;
  if (payment.order_id === null) await markAttention(tx, payment, { kind: "unknownPayment" });
  else await giveBackDouble(tx, payment, look.actor);
}

/** Money for an order that was paid in another way before: all of it goes back. */
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

/** Books what was given back, and says whether the order is still to be sold for what has come in. */
async function isToBeSold(
  tx: Tx,
  { recorded: { payment }, actor }: Look,
  taken: TakenOrder,
): Promise<boolean> {
  const { order, kept } = taken;
  await recordRefund(tx, { order, payment, actor });
  // What all of the money was given back for is on sale again.
  if (payment.state === "refunded" && kept !== undefined && order.keeps !== "nothing")
    await moveKept(tx, order, { keeps: "nothing" });
  // Another amount or currency than ours makes the payment a case for staff, and not succeeded.
  return isUnpaid(taken) && payment.state === "succeeded";
}

/** A locked order, and the look that found its money there. */
interface Paid {
  look: Look;
  taken: TakenOrder;
}

/** Most hold their places, and are sold together. Each of the others is sold if there is still enough for it. */
async function sell(tx: Tx, sales: readonly Paid[], take: TakeOrders): Promise<void> {
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
    if (!sold.has(look)) await sellOrGiveBack(tx, look, await takeOrder(tx, taken.order, take));
}

async function sellOrGiveBack(tx: Tx, look: Look, taken: TakenOrder): Promise<void> {
  const { order, kept } = taken;
  const isSold = await sellOrder(tx, taken, look);
  if (!isSold) {
    if (kept !== undefined && order.keeps === "held") await moveKept(tx, order, { keeps: "nothing" });
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
