/**
 * Texts about a purchase. While a refund waits for the buyer's bank account, "your bank may take a few days" would be
 * wrong. Pure.
 */

import { formatMoney } from "../../contract/rules/money/money.ts";
import type { Order } from "../../contract/shapes/order.ts";
import { type ExtrasStatus, extrasOutcomeWords, outcomeWords, type PurchaseOutcome } from "./outcome.ts";

export type RefundWaiting = Pick<Order, "currency" | "refundAwaitsBuyer">;

interface TitleAndText {
  title: string;
  text: string;
}

export function awaitsBuyerText(amountMinor: number, currency: string): string {
  return `Stripe, our payment provider, has mailed you to ask for your bank account. Answer that mail, and ${formatMoney(amountMinor, currency)} is sent there.`;
}

/** Null if no refund of the order waits. */
export function awaitsBuyerWords(order: RefundWaiting | null): string | null {
  const amount = order?.refundAwaitsBuyer ?? 0;
  return order === null || amount === 0 ? null : awaitsBuyerText(amount, order.currency);
}

export const awaitsBuyerTitle = "Your refund needs your bank account";

/** The title, and the text before the sentence about the bank account. */
const refundedOutcomes: Partial<Record<PurchaseOutcome, TitleAndText>> = {
  refundedLate: {
    title: outcomeWords.refundedLate.title,
    text: "The tickets were sold out when it arrived, so it is refunded in full.",
  },
  eventCancelledRefunded: {
    title: outcomeWords.eventCancelledRefunded.title,
    text: "Your whole payment is refunded.",
  },
  refunded: { title: awaitsBuyerTitle, text: "The tickets of this order are no longer valid." },
};

export function wordsOfOutcome(outcome: PurchaseOutcome, order: RefundWaiting | null): TitleAndText {
  return withWaiting(outcomeWords[outcome], refundedOutcomes[outcome], order);
}

export function wordsOfExtras(status: ExtrasStatus, order: RefundWaiting | null): TitleAndText {
  const refundedWords = { title: awaitsBuyerTitle, text: "The extras of this order are no longer valid." };
  return withWaiting(extrasOutcomeWords[status], status === "refunded" ? refundedWords : undefined, order);
}

function withWaiting(
  words: TitleAndText,
  refundedWords: TitleAndText | undefined,
  order: RefundWaiting | null,
): TitleAndText {
  const waitingText = awaitsBuyerWords(order);
  if (refundedWords === undefined || waitingText === null) return words;
  return { title: refundedWords.title, text: `${refundedWords.text} ${waitingText}` };
}
