/** What Stripe says of a payment of ours once all of it is paid, for tests that settle without asking it. */
import type { Db } from "../db/pool.ts";
import type { IntentNow } from "../payments/provider.ts";
import { type PaymentRow, paymentByRef } from "../payments/rows.ts";

/** The payment as the database has it, and what would be told of it. */
export async function paidIntent(
  db: Db,
  providerRef: string,
  change: Partial<IntentNow> = {},
): Promise<{ payment: PaymentRow; intent: IntentNow }> {
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
