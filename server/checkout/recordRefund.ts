/**
 * What an order shows of money that went back: told by the provider's webhook or by our own call, whichever is first.
 * The order is locked, its payment has been recorded. Safe to be done twice.
 */
import { record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { queueMails } from "../mail/mail.ts";
import { type OrderRow, updateOrder } from "../orders/rows.ts";
import type { PaymentRow } from "../payments/rows.ts";
import { ownerOf } from "./ownerOf.ts";

/** Brings the order up to its payment. Who never got tickets for the money is told by mail that all of it is back. */
export async function recordRefund(
  tx: Tx,
  { order, payment, actor }: { order: OrderRow; payment: PaymentRow; actor: string },
): Promise<void> {
  const refundedAmount = payment.refunded_amount;
  const status = payment.state === "refunded" ? "refunded" : order.payment_status;
  if (refundedAmount === order.refunded_amount && status === order.payment_status) return;
  await updateOrder(tx, order.id, { payment_status: status, refunded_amount: refundedAmount });
  const detail = { from: order.payment_status, to: status, refundedAmount };
  await record(tx, [
    { actor, eventId: order.event_id, entity: "order", entityId: order.id, action: "refunded", detail },
  ]);
  const hadTickets = order.payment_status === "paid";
  if (status !== "refunded" || hadTickets) return;
  const email = (await ownerOf(tx, order))?.email;
  if (!email) return;
  const payload = { orderId: order.id };
  const key = `refund:${payment.id}`;
  await queueMails(tx, [{ key, kind: "refund", recipient: email, payload }]);
}
