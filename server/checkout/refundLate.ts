/**
 * Gives money back that came too late to find its places, in full. The provider is asked outside any transaction,
 * with a key of our payment, so that asking twice refunds once.
 * Lock order: order → payment.
 */
import { type Db, inTransaction } from "../db/pool.ts";
import { lockOrder, orderById, orderOfPayment } from "../orders/rows.ts";
import { markAttention, markRefunded } from "../payments/payments.ts";
import { type PaymentProvider, ProviderRefused } from "../payments/provider.ts";
import { lockPayment, paymentById } from "../payments/rows.ts";
import { recordRefund } from "./recordRefund.ts";

/** Refunds a payment that is due one. A provider that does not answer throws, and the job is tried again. */
export async function refundLate(db: Db, provider: PaymentProvider, paymentId: number): Promise<void> {
  const payment = await paymentById(db, paymentId);
  if (payment?.state !== "refund_due" || payment.provider_ref === null) return;
  let refundedAmount: number;
  try {
    const reason = "The places were no longer free when the payment arrived";
    ({ refundedAmount } = await provider.refund({
      providerRef: payment.provider_ref,
      paymentId,
      amount: payment.amount,
      reason,
    }));
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    const why = `The refund was refused: ${error.message}`;
    await inTransaction(db, (tx) => markAttention(tx, payment, why));
    return;
  }
  await inTransaction(db, async (tx) => {
    const found = await orderOfPayment(tx, paymentId);
    if (found !== undefined) await lockOrder(tx, found.id);
    const order = found === undefined ? undefined : await orderById(tx, found.id);
    const locked = await lockPayment(tx, paymentId);
    // The provider's delivery about this refund may have been quicker than its reply.
    if (locked?.state !== "refund_due") return;
    const refunded = await markRefunded(tx, locked, refundedAmount);
    if (order === undefined) return;
    await recordRefund(tx, { order, payment: refunded, actor: `provider:${provider.name}` });
  });
}
