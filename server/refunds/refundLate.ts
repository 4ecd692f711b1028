/**
 * The provider is asked outside transactions.
 * Lock order: order → payment → sponsorship (by a trigger).
 */
import { type Db, inTransaction } from "../db/pool.ts";
import { ownerOf } from "../orders/ownerOf.ts";
import { lockOrder, orderById, orderOfPayment } from "../orders/rows.ts";
import { markAttention, markRefunded } from "../payments/payments.ts";
import { type PaymentProvider, ProviderRefused, type RefundedAmounts } from "../payments/provider.ts";
import { withRefundClaim } from "../payments/refundClaim.ts";
import { lockPayment, type PaymentRow, paymentById } from "../payments/rows.ts";
import { mailDoublePayment } from "./mailDoublePayment.ts";
import { recordRefund } from "./recordRefund.ts";

const reasons = {
  late: "The places were no longer free when the payment arrived",
  double: "The order was paid in another way",
};

/**
 * Refunds all of a payment that is `refund_due`, or makes it a case for staff if the provider refuses. Throws if the
 * provider does not answer or another call is refunding.
 */
export function refundLate(db: Db, provider: PaymentProvider, paymentId: number): Promise<void> {
  return withRefundClaim(db, paymentId, () => refund(db, provider, paymentId));
}

async function refund(db: Db, provider: PaymentProvider, paymentId: number): Promise<void> {
  const payment = await paymentById(db, paymentId);
  if (payment?.state !== "refund_due" || payment.provider_ref === null) return;
  let refunds: RefundedAmounts;
  try {
    refunds = await provider.refund({
      providerRef: payment.provider_ref,
      paymentId,
      amount: payment.amount,
      // No request was refused before, because a refusal makes the payment a case for staff.
      refusals: 0,
      reason: reasons[payment.owed_back ?? "late"],
      buyerEmail: await buyerEmailOf(db, payment),
    });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    const attention = { kind: "refundRefused", words: error.message } as const;
    await inTransaction(db, (tx) => markAttention(tx, payment, attention));
    return;
  }
  await inTransaction(db, async (tx) => {
    const found = await orderOfPayment(tx, paymentId);
    if (found !== undefined) await lockOrder(tx, found.id);
    const order = found === undefined ? undefined : await orderById(tx, found.id);
    const locked = await lockPayment(tx, paymentId);
    // The webhook about this refund may have arrived before the reply.
    if (locked?.state !== "refund_due") return;
    const refunded = await markRefunded(tx, locked, refunds);
    // The order counts another payment: this one was paid in addition.
    if (order === undefined) return mailDoublePayment(tx, refunded);
    await recordRefund(tx, { order, payment: refunded, actor: `provider:${provider.name}` });
  });
}

async function buyerEmailOf(db: Db, { order_id }: PaymentRow): Promise<string | null> {
  const order = order_id === null ? undefined : await orderById(db, order_id);
  return order === undefined ? null : ((await ownerOf(db, order))?.email ?? null);
}
