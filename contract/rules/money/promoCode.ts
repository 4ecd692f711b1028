/** Percent or amount off each covered ticket, or only access to hidden tickets. */
export type PromoCodeKind = "percent" | "amount" | "access";

/** A code's discount. `value` is percent with at most 2 decimals, or minor units. */
export interface DiscountTerms {
  kind: PromoCodeKind;
  value: number;
}

/** A ticket's price with a code, in minor units. A discount of half a unit is rounded up. */
export function priceWithCode(priceMinor: number, { kind, value }: DiscountTerms): number {
  if (kind === "access") return priceMinor;
  if (kind === "amount") return Math.max(0, priceMinor - value);
  // Hundredths of a percent are whole numbers, so binary fractions cannot change a price.
  const hundredths = BigInt(Math.round(value * 100));
  return priceMinor - Number((BigInt(priceMinor) * hundredths + 5_000n) / 10_000n);
}

/** Texts with the same key are the same code. */
export function promoCodeKey(code: string): string {
  return code.normalize("NFC").toLowerCase();
}
