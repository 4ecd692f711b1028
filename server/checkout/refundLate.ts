/**
 * Gives money back that came too late to find its places, in full. The provider is asked outside any transaction,
 * with a key of our payment, so that asking twice refunds once.
 * Lock order: order → payment.
 */
import { record } from "../audit/rows.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { queueMails } from "../mail/mail.ts";
import { lockOrder, orderOfPayment, updateOrder } from "../orders/rows.ts";
import { markAttention, markRefunded } from "../payments/payments.ts";
import { type PaymentProvider, ProviderRefused } from "../payments/provider.ts";
import { lockPayment, paymentById } from "../payments/rows.ts";
import { registrationById } from "../registrations/rows.ts";

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
    const order = await orderOfPayment(tx, paymentId);
    if (order !== undefined) await lockOrder(tx, order.id);
    const locked = await lockPayment(tx, paymentId);
    if (locked?.state !== "refund_due") return;
    const { state } = await markRefunded(tx, locked, refundedAmount);
    if (order === undefined || state !== "refunded") return;
    await updateOrder(tx, order.id, { payment_status: "refunded", refunded_amount: refundedAmount });
    const detail = { from: order.payment_status, to: "refunded", refundedAmount };
    await record(tx, [
      {
        actor: `provider:${provider.name}`,
        eventId: order.event_id,
        entity: "order",
        entityId: order.id,
        action: "refunded",
        detail,
      },
    ]);
    const registration =
      order.registration_id === null ? undefined : await registrationById(tx, order.registration_id);
    if (registration?.email) {
      await queueMails(tx, [
        {
          key: `refund:${paymentId}`,
          kind: "refund",
          recipient: registration.email,
          payload: { orderId: order.id },
        },
      ]);
    }
  });
}
