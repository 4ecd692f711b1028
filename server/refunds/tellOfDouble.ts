/**
 * The mail about money for an order that was paid in another way before. It is owed once all of it went back, and queued by
 * whoever records that first: the job that gave it back, or the provider's delivery, which may be quicker than its reply.
 */
import type { Tx } from "../db/pool.ts";
import { queueMails } from "../mail/mail.ts";
import { ownerOf } from "../orders/ownerOf.ts";
import { orderById } from "../orders/rows.ts";
import type { PaymentRow } from "../payments/rows.ts";

/** The order does not hang on this payment: its buyer is told of the money alone. */
export async function tellOfDouble(tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.state !== "refunded" || payment.order_id === null) return;
  const order = (await orderById(tx, payment.order_id))!;
  const email = (await ownerOf(tx, order))?.email;
  if (!email) return;
  const awaitsBuyer = payment.awaits_buyer_amount > 0;
  const payload = { orderId: order.id, doubleAmount: payment.amount, awaitsBuyer };
  await queueMails(tx, [{ key: `refund:${payment.id}`, kind: "refund", recipient: email, payload }]);
}
