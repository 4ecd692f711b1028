import type { Db } from "../db/pool.ts";
import type { CurrentIntent } from "../payments/provider.ts";
import { type PaymentRow, paymentByRef } from "../payments/rows.ts";

/** A stored payment, and Stripe's intent as if it were paid. */
export async function paidIntent(
  db: Db,
  providerRef: string,
  change: Partial<CurrentIntent> = {},
): Promise<{ payment: PaymentRow; intent: CurrentIntent }> {
  const payment = (await paymentByRef(db, "stripe", providerRef))!;
  const intent = {
    providerRef,
    amount: payment.amount,
    amountReceived: payment.amount,
    currency: payment.currency,
    declineCode: null,
    declineMessage: null,
    refundedAmount: 0,
    sentBackAmount: 0,
    awaitsBuyerAmount: 0,
    disputes: [],
    state: "succeeded" as const,
    ...change,
    paymentId: payment.id,
  };
  return { payment, intent };
}
