/**
 * Limits card testing on one intent: people test stolen card numbers by paying. After ten declines followEvents.ts ends
 * the hold. declines.ts limits new payments.
 * Source: https://docs.stripe.com/disputes/prevention/card-testing
 */
import { entryOf, record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { orderById } from "../orders/rows.ts";
import { declinesOf, type PaymentRow } from "../payments/rows.ts";
import { countDeclined } from "./declines.ts";

/** The number of declines after which a payment is stopped. */
export const maxDeclinesOfPayment = 10;

/**
 * Counts a decline. The tenth is recorded in the history as the reason to stop the payment. The payment must be locked.
 */
export async function recordDecline(
  tx: Tx,
  payment: PaymentRow,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  await countDeclined(tx, payment, now);
  if (payment.order_id === null || (await declinesOf(tx, payment)) !== maxDeclinesOfPayment) return;
  const order = (await orderById(tx, payment.order_id))!;
  const detail = { paymentId: payment.id, declines: maxDeclinesOfPayment };
  await record(tx, entryOf("order", order, { actor, action: "cardsTried", detail }));
}
