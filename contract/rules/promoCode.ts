/** What a promo code takes off a ticket's price, and when two codes are the same. Server and page agree. */

/** What a code does: percent or amount off each ticket it covers, or no more than to open hidden ones. */
export type PromoCodeKind = "percent" | "amount" | "access";

/** What the rule needs to know of a code: percent with at most 2 decimals, or minor units off each ticket. */
export interface DiscountTerms {
  kind: PromoCodeKind;
  value: number;
}

/** A ticket's price with the code, in minor units; never below 0. Half a unit that is taken off is taken off whole. */
export function priceWithCode(priceMinor: number, { kind, value }: DiscountTerms): number {
  if (kind === "access") return priceMinor;
  if (kind === "amount") return Math.max(0, priceMinor - value);
  // Hundredths of a percent are whole numbers, so that no price is at the mercy of binary fractions.
  const hundredths = BigInt(Math.round(value * 100));
  return priceMinor - Number((BigInt(priceMinor) * hundredths + 5_000n) / 10_000n);
}

/** Codes with the same key are one: however they are typed, in capitals or not. */
export function promoCodeKey(code: string): string {
  return code.normalize("NFC").toLowerCase();
}
