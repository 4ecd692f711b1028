/** Can somebody pay an amount? Server and browser ask by this same function. */
import type { Currency } from "../scalars.ts";
import { currencyRules } from "./currencies.ts";
import { formatMoney } from "./money.ts";

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
