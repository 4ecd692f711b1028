/**
 * What a buyer reads of money that goes back, and of money that waits because the way they paid has no way back: then they
 * have to act, and "your bank may take a few days" would have them wait for nothing. Pure.
 */

import { formatMoney } from "../../contract/rules/money.ts";
import type { Order, PaymentStatus } from "../../contract/shapes/order.ts";
import { extrasOutcomeWords, outcomeWords, type PurchaseOutcome } from "./outcome.ts";

/** What of an order says whether its refund waits. */
export type RefundWaiting = Pick<Order, "currency" | "refundAwaitsBuyer">;

interface Words {
  title: string;
  text: string;
}

/** What a buyer does about a refund that waits for a bank account. */
export function awaitsBuyerText(amountMinor: number, currency: string): string {
  return `${formatMoney(amountMinor, currency)} is waiting for your bank account: answer the mail from Stripe, our payment provider, and it is sent there.`;
}

/** The same of an order; null where nothing waits. */
export function awaitsBuyerWords(order: RefundWaiting | null): string | null {
  const amount = order?.refundAwaitsBuyer ?? 0;
  return order === null || amount === 0 ? null : awaitsBuyerText(amount, order.currency);
}

/** The title of a refund for which the buyer has to act. */
export const awaitsBuyerTitle = "Your refund needs your bank account";

/** What is said before the words on the bank account, for each outcome in which all of the money goes back. */
const refundedOutcomes: Partial<Record<PurchaseOutcome, Words>> = {
  refundedLate: {
    title: outcomeWords.refundedLate.title,
    text: "The tickets were gone when it arrived, so all of it goes back.",
  },
  calledOffRefunded: { title: outcomeWords.calledOffRefunded.title, text: "All that you paid goes back." },
  refunded: { title: awaitsBuyerTitle, text: "The tickets of this order are no longer valid." },
};

/** A heading and some sentences for what became of a purchase of tickets. */
export function wordsOfOutcome(outcome: PurchaseOutcome, order: RefundWaiting | null): Words {
  return withWaiting(outcomeWords[outcome], refundedOutcomes[outcome], order);
}

/** The same for extras that were bought after the tickets. */
export function wordsOfExtras(status: PaymentStatus, order: RefundWaiting | null): Words {
  const refunded = { title: awaitsBuyerTitle, text: "There is nothing to hand over for this order." };
  return withWaiting(extrasOutcomeWords[status], status === "refunded" ? refunded : undefined, order);
}

function withWaiting(words: Words, refunded: Words | undefined, order: RefundWaiting | null): Words {
  const waiting = awaitsBuyerWords(order);
  if (refunded === undefined || waiting === null) return words;
  return { title: refunded.title, text: `${refunded.text} ${waiting}` };
}
