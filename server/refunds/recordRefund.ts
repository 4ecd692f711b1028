import { entryOf, record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { queueMails } from "../mail/mail.ts";
import { ownerOf } from "../orders/ownerOf.ts";
import { type OrderRow, updateOrder } from "../orders/rows.ts";
import type { PaymentRow } from "../payments/rows.ts";
import { bookRefunds } from "./rows.ts";

/** Updates a locked order from its payment, and queues mails to the buyer. Safe to repeat. */
export async function recordRefund(
  tx: Tx,
  { order, payment, actor }: { order: OrderRow; payment: PaymentRow; actor: string },
): Promise<void> {
  const refundedAmount = payment.refunded_amount;
  const status = payment.state === "refunded" ? "refunded" : order.payment_status;
  const refund_awaits_buyer = payment.awaits_buyer_amount;
  if (refund_awaits_buyer !== order.refund_awaits_buyer)
    await updateOrder(tx, order.id, { refund_awaits_buyer });
  if (refundedAmount === order.refunded_amount && status === order.payment_status) return;
  // A change that no due refund explains gets the provider as its author, because `actor` may only have noticed it.
  const recorded = await bookRefunds(tx, order, refundedAmount, `provider:${payment.provider}`);
  if (status !== order.payment_status) await updateOrder(tx, order.id, { payment_status: status });
  const refundIds = recorded.map(({ id }) => id);
  const detail = { from: order.payment_status, to: status, refundedAmount, refundIds };
  await record(tx, entryOf("order", order, { actor, action: "refunded", detail }));
  const email = (await ownerOf(tx, order))?.email;
  if (!email) return;
  // `refunded` does not count as never paid: a bank may send a refund back, and it is made again.
  const wasNeverPaid = order.payment_status === "pending" || order.payment_status === "failed";
  const isLate = status === "refunded" && wasNeverPaid;
  const lateMail = {
    key: `refund:${payment.id}`,
    kind: "refund" as const,
    recipient: email,
    payload: { orderId: order.id },
  };
  // Skip the mail if another mail has informed the buyer, unless a refund waits for the buyer.
  const newRefunds = recorded.filter(
    ({ amount, told_in }) => amount > 0 && (told_in === null || refund_awaits_buyer > 0),
  );
  const sentBack = recorded.filter(({ amount }) => amount < 0);
  const refundMails = newRefunds.map(({ id, amount, reason, cancelled_people: cancelledPeople }) => ({
    key: `refunded:${id}`,
    kind: "moneyBack" as const,
    recipient: email,
    payload: { orderId: order.id, amount, reason, cancelledPeople },
  }));
  const sentBackMails = sentBack.map(({ id, amount }) => ({
    key: `sentBack:${id}`,
    kind: "refundSentBack" as const,
    recipient: email,
    payload: { orderId: order.id, amount: -amount, refundId: id },
  }));
  await queueMails(tx, [...(isLate && sentBack.length === 0 ? [lateMail] : refundMails), ...sentBackMails]);
}
