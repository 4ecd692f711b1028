/** Limits card testing on one intent: https://docs.stripe.com/disputes/prevention/card-testing */
import { entryOf, record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { orderById } from "../orders/rows.ts";
import { declinesOf, type PaymentRow } from "../payments/rows.ts";
import { countDeclined } from "./declines.ts";

/** After so many declines followEvents.ts ends the hold. */
export const maxDeclinesOfPayment = 10;

/** Counts a decline, and records the one at the limit in the history. The payment must be locked. */
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
