/**
 * Cards tried out on one intent. Whoever has stolen numbers tests them with small payments, and the club's account answers
 * for the declines. After ten the payment is stopped and what it keeps goes back to sale (followEvents.ts): whoever goes on
 * must begin another payment, and is paused after some of those (declines.ts).
 * Source: https://docs.stripe.com/disputes/prevention/card-testing
 */
import { record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { orderById } from "../orders/rows.ts";
import { declinesOf, type PaymentRow } from "../payments/rows.ts";
import { countDeclined } from "./declines.ts";

/** More than anybody has cards. */
export const mostDeclines = 10;

/** Counts a decline, and remembers, with the last of them, why the payment is to be stopped. The payment is locked by then. */
export async function noteTriedCards(
  tx: Tx,
  payment: PaymentRow,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  await countDeclined(tx, payment, now);
  if (payment.order_id === null || (await declinesOf(tx, payment)) !== mostDeclines) return;
  const { event_id: eventId } = (await orderById(tx, payment.order_id))!;
  const detail = { paymentId: payment.id, declines: mostDeclines };
  await record(tx, [
    { actor, eventId, entity: "order", entityId: payment.order_id, action: "cardsTried", detail },
  ]);
}
