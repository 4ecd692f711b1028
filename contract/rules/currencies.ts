/** What the payment provider takes in each currency. Server and browser ask by these same functions. */
import type { Currency } from "../scalars.ts";
import { formatMoney } from "./money.ts";

/** Amounts in minor units. */
export interface CurrencyRule {
  /** A smaller payment is refused by the provider. */
  least: number;
  /** A larger one too: it takes eight digits. */
  most: number;
  /** A smaller donation would go to the card's fees. */
  leastDonation: number;
}

/**
 * By currency, from docs.stripe.com/currencies (minimum and maximum charge amounts). Whoever adds one without two decimals
 * gives needCents its currency everywhere (money.ts).
 */
export const currencyRules: Readonly<Record<Currency, CurrencyRule>> = {
  usd: { least: 50, most: 99_999_999, leastDonation: 100 },
  gbp: { least: 30, most: 99_999_999, leastDonation: 100 },
  eur: { least: 50, most: 99_999_999, leastDonation: 100 },
  thb: { least: 1000, most: 99_999_999, leastDonation: 2000 },
};

/** The smallest donation of any currency: what an event's own currency asks for is asked once the event is known. */
export const leastDonationOfAll = Math.min(...Object.values(currencyRules).map((rule) => rule.leastDonation));

/**
 * Why nobody could pay an amount, as the end of a sentence; null when it can be paid, or is free where that may be.
 */
export function amountProblem(
  amountMinor: number,
  currency: Currency,
  { mayBeFree = true }: { mayBeFree?: boolean } = {},
): string | null {
  const { least, most } = currencyRules[currency];
  const isFree = amountMinor === 0 && mayBeFree;
  if (isFree || (amountMinor >= least && amountMinor <= most)) return null;
  return amountMinor < least
    ? `must be at least ${formatMoney(least, currency)}, the least that can be paid online${mayBeFree ? ", or free" : ""}`
    : `must be at most ${formatMoney(most, currency)}, the most that can be paid at once`;
}
