import type { Tx } from "../db/pool.ts";
import { queueMails } from "../mail/mail.ts";
import { ownerOf } from "../orders/ownerOf.ts";
import { orderById } from "../orders/rows.ts";
import type { PaymentRow } from "../payments/rows.ts";

/** Queues the mail about the full refund of a payment whose order was paid in another way, once for each payment. */
export async function mailDoublePayment(tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.state !== "refunded" || payment.order_id === null) return;
  const order = (await orderById(tx, payment.order_id))!;
  const email = (await ownerOf(tx, order))?.email;
  if (!email) return;
  const awaitsBuyer = payment.awaits_buyer_amount > 0;
  const payload = { orderId: order.id, doubleAmount: payment.amount, awaitsBuyer };
  await queueMails(tx, [{ key: `refund:${payment.id}`, kind: "refund", recipient: email, payload }]);
}
