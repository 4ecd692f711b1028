/** The cards behave like Stripe's test cards (docs.stripe.com/testing). */
import type { TestCard } from "../../contract/shapes/money/payment.ts";

export type CardVerdict =
  | { outcome: "pays" | "paysThenDisputed" | "asksToConfirm" }
  | { outcome: "declined"; declineCode: string };

const cards: ReadonlyMap<string, CardVerdict> = new Map<string, CardVerdict>([
  ["4242424242424242", { outcome: "pays" }],
  ["4000002500003155", { outcome: "asksToConfirm" }],
  ["4000000000000259", { outcome: "paysThenDisputed" }],
  ["4000000000000002", { outcome: "declined", declineCode: "card_declined" }],
  ["4000000000009995", { outcome: "declined", declineCode: "insufficient_funds" }],
]);

/** The digits of a card number with spaces or dashes. */
export function cardDigits(number: string): string {
  return number.replace(/[\s-]/g, "");
}

/** Whether the check digit is right (ISO/IEC 7812). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Decides about a card. It is valid until the end of its month (UTC). */
export function judgeCard(card: TestCard, now: Date): CardVerdict {
  const declined = (declineCode: string): CardVerdict => ({ outcome: "declined", declineCode });
  const digits = cardDigits(card.number);
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) return declined("incorrect_number");

  if (!(card.expMonth >= 1 && card.expMonth <= 12)) return declined("invalid_expiry_month");
  const year = card.expYear < 100 ? 2000 + card.expYear : card.expYear;
  const monthsSinceYear0 = (y: number, month: number) => y * 12 + month;
  const thisMonth = monthsSinceYear0(now.getUTCFullYear(), now.getUTCMonth() + 1);
  if (monthsSinceYear0(year, card.expMonth) < thisMonth) return declined("expired_card");

  if (!/^\d{3,4}$/.test(card.cvc)) return declined("invalid_cvc");
  // A real card, entered by mistake, must not look as if it was charged.
  return cards.get(digits) ?? declined("test_mode_live_card");
}
