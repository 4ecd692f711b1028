/** What a page suggests to give, by currency, in minor units. Pure. */
import type { Currency } from "../scalars.ts";

/** Amounts that are easily given, in a currency's own steps. */
export const suggestedDonations: Record<Currency, readonly number[]> = {
  usd: [1000, 2500, 5000, 10_000],
  gbp: [1000, 2500, 5000, 10_000],
  eur: [1000, 2500, 5000, 10_000],
  thb: [20_000, 50_000, 100_000, 200_000],
};
