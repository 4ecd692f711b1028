/**
 * What becomes of a payment: what was bought, or all of the money back. One idempotent function that the browser's return,
 * the webhook and the sweeper all call; whichever comes first settles, the others find it settled.
 * Invariant: an order is paid and its places, extras or package sold in one transaction; money that finds none is marked
 * for refund in that same transaction. The state is what the provider says now, never what an event or its order implies.
 * Lock order: event → tickets → extras → packages → registration → order → payment.
 */

import type { ProviderName } from "../../contract/payment.ts";
import { record } from "../audit/rows.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { moveKept } from "../holds/kept.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { type OrderRow, orderById, orderOfPayment, updateOrder } from "../orders/rows.ts";
import {
  markAttention,
  markRefundDue,
  type Recorded,
  recordState,
  rememberEvent,
} from "../payments/payments.ts";
import type { IntentNow, WebhookEvent } from "../payments/provider.ts";
import type { PaymentRow } from "../payments/rows.ts";
import { recordRefund } from "./recordRefund.ts";
import { isUnpaid, sellOrder, type TakenOrder, type TakeOrder, takeOrder } from "./sellOrder.ts";
import { tellOfDouble } from "./tellOfDouble.ts";
import { isDecline, noteTriedCards } from "./triedCards.ts";

/** The task that gives late money back; its payload is `{ paymentId }`. */
export const refundTask = "refundPayment";

/** What is to be settled: our payment, what the provider says of it now, and who asks. */
export interface Settling {
  payment: PaymentRow;
  intent: IntentNow;
  actor: string;
  now: Date;
  /** The webhook that brought it, deduplicated in the same transaction. */
  event?: { provider: ProviderName; delivery: WebhookEvent } | undefined;
}

/** Settles, once. Asking again, from anywhere and at the same time, changes nothing more. */
export function settle(db: Db, settling: Settling, take: TakeOrder = takeOrder): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { event } = settling;
    if (event !== undefined) {
      const isNew = await rememberEvent(tx, { provider: event.provider, ...event.delivery });
      if (!isNew) return;
    }
    const order = await orderOfPayment(tx, settling.payment.id);
    if (settling.intent.state === "succeeded" && order !== undefined) {
      const taken = await take(tx, order);
      // Asked again under the order's lock: staff may have taken its money by hand meanwhile.
      if (taken.order.payment_id === settling.payment.id) return settlePaid(tx, settling, taken);
    }
    const recorded = await recordState(tx, settling.payment, settling.intent);
    const { payment, from } = recorded;
    await noteDispute(tx, recorded, { order, actor: settling.actor });
    if (event !== undefined && isDecline(event.delivery)) await noteTriedCards(tx, payment, settling);
    if (payment.owed_back === "double") await tellOfDouble(tx, payment);
    // An older look finds it succeeded, and settled by whoever saw that.
    if (payment.state !== "succeeded" || from === "succeeded") return;
    if (payment.order_id === null) await markAttention(tx, payment, { kind: "unknownPayment" });
    else await giveBackDouble(tx, payment, settling.actor);
  });
}

/** By its state, what became of a dispute. */
const disputeActions = {
  open: "disputed",
  answered: "disputeAnswered",
  won: "disputeWon",
  lost: "disputeLost",
} as const;

/** The history of an order says when its payment was disputed, and how the bank decided. */
async function noteDispute(
  tx: Tx,
  { payment: { id: paymentId, disputes }, disputesBefore }: Recorded,
  { order, actor }: { order: Pick<OrderRow, "id" | "event_id"> | undefined; actor: string },
): Promise<void> {
  if (order === undefined) return;
  const { id: entityId, event_id: eventId } = order;
  const entries = disputes
    .filter(({ ref, stage, state }) => {
      const before = disputesBefore.find((one) => one.ref === ref || one.ref === null);
      return before?.state !== state || before.stage !== stage;
    })
    .map(({ ref, stage, state }) => {
      const detail = { paymentId, dispute: ref, stage };
      const action = disputeActions[state];
      return { actor, eventId, entity: "order" as const, entityId, action, detail };
    });
  if (entries.length > 0) await record(tx, entries);
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

async function settlePaid(
  tx: Tx,
  { payment: asked, intent, actor, now }: Settling,
  taken: TakenOrder,
): Promise<void> {
  const { order, kept } = taken;
  // Another amount or currency than ours makes the payment a case for staff, and not succeeded.
  const recorded = await recordState(tx, asked, intent);
  const { payment } = recorded;
  await noteDispute(tx, recorded, { order, actor });
  await recordRefund(tx, { order, payment, actor });
  // What all of the money was given back for is on sale again.
  if (payment.state === "refunded" && kept !== undefined && order.keeps !== "nothing")
    await moveKept(tx, order, { keeps: "nothing" });
  if (!isUnpaid(taken) || payment.state !== "succeeded") return;
  const isSold = await sellOrder(tx, taken, { actor, now });
  if (!isSold) {
    if (kept !== undefined && order.keeps === "held") await moveKept(tx, order, { keeps: "nothing" });
    await oweBack(tx, payment, "late");
    await updateOrder(tx, order.id, { payment_status: "failed" });
  }
  const detail = { from: order.payment_status, to: isSold ? "paid" : "failed", paymentId: payment.id };
  const action = isSold ? "paid" : "refundDue";
  await record(tx, [{ actor, eventId: order.event_id, entity: "order", entityId: order.id, action, detail }]);
}
