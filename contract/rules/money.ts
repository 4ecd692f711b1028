/** Pricing: integer minor units throughout (docs/wire.md §2, Tax). Server and browser price by these same functions. */
import { minorDigits } from "./minorDigits.ts";

/** The tax of an event's orders: `taxAmount` is percent (up to 3 decimals) or minor units once an order. */
export interface Tax {
  taxType: "percent" | "fixed";
  taxAmount: number;
}

/** A priced line before it is totalled. */
export interface PricedLine {
  unitPrice: number;
  quantity: number;
}

/** Percent = round half up of subtotal × amount / 100; fixed = once an order; none on a subtotal of 0. */
export function taxOn(subtotal: number, tax: Tax): number {
  if (subtotal === 0) return 0;
  if (tax.taxType === "fixed") return Math.round(tax.taxAmount);
  // Thousandths of a percent are whole numbers. With binary fractions 7.5 % of 10 cents could be rounded wrongly.
  const thousandths = BigInt(Math.round(tax.taxAmount * 1000));
  return Number((BigInt(subtotal) * thousandths + 50_000n) / 100_000n);
}

/** Subtotal, tax and total of some lines, in minor units. */
export function totalsOf(
  lines: readonly PricedLine[],
  tax: Tax,
): { subtotal: number; tax: number; totalAmount: number } {
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const taxed = taxOn(subtotal, tax);
  return { subtotal, tax: taxed, totalAmount: subtotal + taxed };
}

/** An amount of minor units as a number of its currency's main unit. */
export const mainUnits = (amountMinor: number, currency: string): number =>
  amountMinor / 10 ** minorDigits(currency);

/** The same for machines: with all decimals, without a sign or separators, "1250.00". */
export const mainText = (amountMinor: number, currency: string): string =>
  mainUnits(amountMinor, currency).toFixed(minorDigits(currency));

// Creating a formatter costs about a hundred times more than using it.
const formats = new Map<string, Intl.NumberFormat>();

/**
 * Whether the amounts of a column are written with cents. If one needs them all get them, so that their points line up.
 */
export function needCents(amountsMinor: readonly number[], currency: string): boolean {
  const unit = 10 ** minorDigits(currency);
  return amountsMinor.some((amountMinor) => amountMinor % unit !== 0);
}

/**
 * An amount of minor units in its currency's main unit, in en-US format (docs/product.md §9). A whole amount has no
 * decimals, any other all that the currency has. In a column, pass `needCents` of the whole column as `withCents`.
 */
export function formatMoney(
  amountMinor: number,
  currency: string,
  withCents = needCents([amountMinor], currency),
): string {
  const maxDigits = minorDigits(currency);
  const main = mainUnits(amountMinor, currency);
  const shownDigits = withCents || !Number.isInteger(main) ? maxDigits : 0;
  const key = `${currency} ${shownDigits}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat("en-US", {
      style: "currency",
      currency: currency.toUpperCase(),
      minimumFractionDigits: shownDigits,
      maximumFractionDigits: shownDigits,
    });
    formats.set(key, format);
  }
  return format.format(main);
}
