/** What a page suggests to give, and the least that is taken, by currency. All amounts in minor units. Pure. */
import type { Currency } from "../scalars.ts";

/** Amounts that are easily given, in a currency's own steps. */
export const suggestedDonations: Record<Currency, readonly number[]> = {
  usd: [1000, 2500, 5000, 10_000],
  gbp: [1000, 2500, 5000, 10_000],
  eur: [1000, 2500, 5000, 10_000],
  thb: [20_000, 50_000, 100_000, 200_000],
};

/** Less than this would go to the card's fees, or be refused by the provider. */
export const leastDonation: Record<Currency, number> = { usd: 100, gbp: 100, eur: 100, thb: 2000 };

/** More than this is a typing error, and more than one order holds. */
export const mostDonation = 2_000_000_000;
