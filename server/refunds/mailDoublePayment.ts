/**
 * The mail about a refund for an order that was already paid in another way. It is due once everything was refunded.
 * The first process that records the refund queues the mail: the refund job, or the webhook, which may be
 * faster.
 */
import type { Tx } from "../db/pool.ts";
import { queueMails } from "../mail/mail.ts";
import { ownerOf } from "../orders/ownerOf.ts";
import { orderById } from "../orders/rows.ts";
import type { PaymentRow } from "../payments/rows.ts";

/** Queues the mail. The order keeps its other payment, so the mail is only about the money. */
export async function mailDoublePayment(tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.state !== "refunded" || payment.order_id === null) return;
  const order = (await orderById(tx, payment.order_id))!;
  const email = (await ownerOf(tx, order))?.email;
  if (!email) return;
  const awaitsBuyer = payment.awaits_buyer_amount > 0;
  const payload = { orderId: order.id, doubleAmount: payment.amount, awaitsBuyer };
  await queueMails(tx, [{ key: `refund:${payment.id}`, kind: "refund", recipient: email, payload }]);
}
