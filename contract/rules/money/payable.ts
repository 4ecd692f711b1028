import type { Currency } from "../../scalars.ts";
import { currencyRules } from "./currencies.ts";
import { formatMoney } from "./money.ts";

/** Why an amount cannot be a price or be paid, as the end of a sentence, or null. */
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
    : `must be at most ${formatMoney(most, currency)}, the largest amount of one payment`;
}
