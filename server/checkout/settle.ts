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
import { type KeptOrder, lockWithKept, moveKept, sellKept } from "../holds/kept.ts";
import { type LockedRegistration, lockWithPlaces, sellPlaces } from "../holds/move.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { lockOrder, type OrderRow, orderById, orderOfPayment, updateOrder } from "../orders/rows.ts";
import { markAttention, markRefundDue, recordState, rememberEvent } from "../payments/payments.ts";
import type { IntentNow, WebhookEvent } from "../payments/provider.ts";
import type { PaymentRow } from "../payments/rows.ts";
import { attendeesOf, registrationById } from "../registrations/rows.ts";
import { sendTickets } from "./placeOrder.ts";
import { recordRefund } from "./recordRefund.ts";
import { sendReceipt } from "./sendReceipt.ts";

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

/** An order that is paid, with its registration and the places that holds or held, or with what it keeps by itself. */
interface TakenOrder {
  order: OrderRow;
  locked?: LockedRegistration | undefined;
  kept?: KeptOrder;
}

/** How an order's rows are taken hold of; a test may leave the locks out to show the race they prevent. */
export type TakeOrder = (tx: Tx, found: OrderRow) => Promise<TakenOrder>;

/** Settles, once. Asking again, from anywhere and at the same time, changes nothing more. */
export function settle(db: Db, settling: Settling, take: TakeOrder = lockedOrder): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { event } = settling;
    if (event !== undefined) {
      const isNew = await rememberEvent(tx, { provider: event.provider, ...event.delivery });
      if (!isNew) return;
    }
    const order = await orderOfPayment(tx, settling.payment.id);
    if (settling.intent.state === "succeeded" && order !== undefined) {
      return settlePaid(tx, settling, await take(tx, order));
    }
    const { payment } = await recordState(tx, settling.payment, settling.intent);
    if (payment.state === "succeeded" && order === undefined)
      await markAttention(tx, payment, "This payment belongs to no order.");
  });
}

async function lockedOrder(tx: Tx, found: OrderRow): Promise<TakenOrder> {
  if (found.purpose !== "registration") {
    const kept = await lockWithKept(tx, found);
    return { order: kept.order, kept };
  }
  const locked = found.registration_id === null ? undefined : await lockWithPlaces(tx, found.registration_id);
  await lockOrder(tx, found.id);
  return { locked, order: (await orderById(tx, found.id))! };
}

async function settlePaid(
  tx: Tx,
  { payment: asked, intent, actor, now }: Settling,
  taken: TakenOrder,
): Promise<void> {
  const { order, kept } = taken;
  // Another amount or currency than ours makes the payment a case for staff, and not succeeded.
  const { payment } = await recordState(tx, asked, intent);
  await recordRefund(tx, { order, payment, actor });
  // What all of the money was given back for is on sale again.
  if (payment.state === "refunded" && kept !== undefined && order.keeps !== "nothing")
    await moveKept(tx, order, { keeps: "nothing" });
  if (!isOpen(taken) || payment.state !== "succeeded") return;
  const isSold = await sell(tx, taken, { actor, now });
  if (!isSold) {
    if (kept !== undefined && order.keeps === "held") await moveKept(tx, order, { keeps: "nothing" });
    await markRefundDue(tx, payment);
    await updateOrder(tx, order.id, { payment_status: "failed" });
    await enqueue(tx, refundTask, { paymentId: payment.id }, { jobKey: `refund:${payment.id}` });
  }
  const detail = { from: order.payment_status, to: isSold ? "paid" : "failed", paymentId: payment.id };
  const action = isSold ? "paid" : "refundDue";
  await record(tx, [{ actor, eventId: order.event_id, entity: "order", entityId: order.id, action, detail }]);
}

/** Whether the order may still become paid: one whose hold has ended waits for money that is late. */
function isOpen({ order, locked, kept }: TakenOrder): boolean {
  if (order.payment_status === "pending") return locked !== undefined || kept !== undefined;
  return order.payment_status === "failed" && kept !== undefined;
}

/** Extras are of no use to a registration that was cancelled or deleted while they were being paid. */
async function isWanted(tx: Tx, { purpose, registration_id }: OrderRow): Promise<boolean> {
  if (purpose !== "extras") return true;
  const registration = registration_id === null ? undefined : await registrationById(tx, registration_id);
  return registration?.state === "active";
}

/** Sells what the money is for, and mails it. False, and nothing is changed, when it is not to be had any more. */
async function sell(
  tx: Tx,
  { order, locked, kept }: TakenOrder,
  { actor, now }: { actor: string; now: Date },
): Promise<boolean> {
  if (kept !== undefined && !((await isWanted(tx, order)) && (await sellKept(tx, kept)))) return false;
  if (locked !== undefined) {
    const people = await attendeesOf(tx, locked.registration.id);
    if (!(await sellPlaces(tx, locked, { attendees: people.length, actor }))) return false;
  }
  await updateOrder(tx, order.id, { payment_status: "paid", paid_at: now });
  if (locked !== undefined) await sendTickets(tx, locked, order);
  else await sendReceipt(tx, order);
  return true;
}
