/** The price of a ticket with a promo code, and when two codes are the same. */

/** The effect of a code: percent or amount off each ticket it covers, or only access to hidden tickets. */
export type PromoCodeKind = "percent" | "amount" | "access";

/** The fields of a code that the rule needs: percent with at most 2 decimals, or minor units off each ticket. */
export interface DiscountTerms {
  kind: PromoCodeKind;
  value: number;
}

/** A ticket's price with the code, in minor units; never below 0. A discount of half a unit is rounded up. */
export function priceWithCode(priceMinor: number, { kind, value }: DiscountTerms): number {
  if (kind === "access") return priceMinor;
  if (kind === "amount") return Math.max(0, priceMinor - value);
  // Hundredths of a percent are whole numbers, so binary fractions cannot change a price.
  const hundredths = BigInt(Math.round(value * 100));
  return priceMinor - Number((BigInt(priceMinor) * hundredths + 5_000n) / 10_000n);
}

/** Codes with the same key are the same code, in upper or lower case. */
export function promoCodeKey(code: string): string {
  return code.normalize("NFC").toLowerCase();
}
