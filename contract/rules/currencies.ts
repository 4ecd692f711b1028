/** What the payment provider takes in each currency. Server and browser ask by these same functions. */
import type { Currency } from "../scalars.ts";
import { formatMoney } from "./money.ts";

/** Amounts in minor units. */
export interface CurrencyRule {
  /** How many digits of an amount are minor units. */
  decimals: number;
  /** A smaller payment is refused by the provider. */
  least: number;
  /** A larger one too: it takes eight digits. */
  most: number;
  /** A smaller donation would go to the card's fees. */
  leastDonation: number;
}

/**
 * By currency, from docs.stripe.com/currencies (minimum and maximum charge amounts). Whoever adds one without two decimals
 * also looks at formatMoney and at Stripe's special cases (ISK, UGX, KWD, HUF).
 */
export const currencyRules: Readonly<Record<Currency, CurrencyRule>> = {
  usd: { decimals: 2, least: 50, most: 99_999_999, leastDonation: 100 },
  gbp: { decimals: 2, least: 30, most: 99_999_999, leastDonation: 100 },
  eur: { decimals: 2, least: 50, most: 99_999_999, leastDonation: 100 },
  thb: { decimals: 2, least: 1000, most: 99_999_999, leastDonation: 2000 },
};

/** Why nobody could pay an amount, as the end of a sentence; null when it can be paid or is free. */
export function amountProblem(amountMinor: number, currency: Currency): string | null {
  const { least, most } = currencyRules[currency];
  if (amountMinor === 0 || (amountMinor >= least && amountMinor <= most)) return null;
  return amountMinor < least
    ? `must be at least ${formatMoney(least, currency)}, the least that can be paid online, or free`
    : `must be at most ${formatMoney(most, currency)}, the most that can be paid at once`;
}
