import { minorDigits } from "./minorDigits.ts";

/** A percentage as text: "19%", "7.5%". */
export const formatPercent = (percent: number): string => `${percent}%`;

/** An amount in the currency's main unit. */
export const mainUnits = (amountMinor: number, currency: string): number =>
  amountMinor / 10 ** minorDigits(currency);

/** The same as text: "1250.00". */
export const mainUnitsText = (amountMinor: number, currency: string): string =>
  mainUnits(amountMinor, currency).toFixed(minorDigits(currency));

// Creating a formatter takes much longer than using it.
const formats = new Map<string, Intl.NumberFormat>();

/** Whether a column shows cents: if one amount needs them, all have them and their points line up. */
export function needCents(amountsMinor: readonly number[], currency: string): boolean {
  const unit = 10 ** minorDigits(currency);
  return amountsMinor.some((amountMinor) => amountMinor % unit !== 0);
}

/**
 * An amount in en-US format (docs/product.md §9), by default without decimals if it is whole. In a column, `withCents`
 * is `needCents` of its amounts.
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
