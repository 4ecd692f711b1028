/** How does the provider count a currency? Of these it counts hundredths, although they are no coins (docs.stripe.com/currencies). */
import type { Currency } from "../scalars.ts";

const asTheProvider: ReadonlyMap<string, number> = new Map([
  ["huf", 2],
  ["isk", 2],
  ["ugx", 2],
]);

const known = new Map<string, number>();

/**
 * How many digits of an amount are minor units, in any currency: an account's fees may be in one in which no event is sold. 2
 * for most, 0 for the yen, 3 for the dinar.
 */
export function minorDigits(currency: Currency | string): number {
  const code = currency.toLowerCase();
  let digits = asTheProvider.get(code) ?? known.get(code);
  if (digits === undefined) {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency: code.toUpperCase() });
    digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    known.set(code, digits);
  }
  return digits;
}
