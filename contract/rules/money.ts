/** Pricing: integer minor units throughout (docs/wire.md §2, Tax). Server and browser price by these same functions. */
import { minorDigits } from "./minorDigits.ts";

/**
 * The tax of an event's orders: `taxAmount` is percent (up to 3 decimals) or minor units once an order. It is added to
 * the prices unless they include it.
 */
export interface Tax {
  taxType: "percent" | "fixed";
  taxAmount: number;
  pricesIncludeTax?: boolean;
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

/** The tax in a sum that includes it: percent = round half up of sum × p / (100 + p); fixed = at most the sum. */
export function taxInside(sum: number, tax: Tax): number {
  if (tax.taxType === "fixed") return Math.min(sum, Math.round(tax.taxAmount));
  const thousandths = BigInt(Math.round(tax.taxAmount * 1000));
  return roundedShare(sum, thousandths, 100_000n + thousandths);
}

/** `amount × part / whole`, rounded half up, without the errors of binary fractions. */
function roundedShare(amount: number, part: bigint, whole: bigint): number {
  return Number((BigInt(amount) * part * 2n + whole) / (whole * 2n));
}

/** Subtotal, tax and total of an order or a quote, in minor units: `subtotal + tax = totalAmount`. */
export interface Totals {
  subtotal: number;
  tax: number;
  totalAmount: number;
}

/** Subtotal (without tax), tax and total of some lines, in minor units. */
export function totalsOf(lines: readonly PricedLine[], tax: Tax): Totals {
  const sum = lines.reduce((before, line) => before + line.unitPrice * line.quantity, 0);
  if (tax.pricesIncludeTax === true) {
    const inside = taxInside(sum, tax);
    return { subtotal: sum - inside, tax: inside, totalAmount: sum };
  }
  const added = taxOn(sum, tax);
  return { subtotal: sum, tax: added, totalAmount: sum + added };
}

/** The tax of an order as it was priced. `taxPercent` is null for a fixed tax, or if it was not recorded. */
export interface OrderTax {
  pricesIncludeTax: boolean;
  taxPercent: number | null;
}

/** How an event's tax is recorded with an order. */
export const orderTaxOf = ({ taxType, taxAmount, pricesIncludeTax = false }: Tax): OrderTax => ({
  pricesIncludeTax,
  taxPercent: taxType === "percent" ? taxAmount : null,
});

/** One tax of an order, in minor units: `net` is what it is charged on. */
export interface TaxPart {
  name: string;
  percent: number | null;
  net: number;
  tax: number;
}

/**
 * Divides an order's tax over its lines. A line's share is cumulative, the tax of the lines up to it minus the tax
 * before it, so that the lines and `taxes` add up to the order's subtotal and tax.
 */
export function taxesOf<Line extends { total: number }>(
  lines: readonly Line[],
  { subtotal, tax, totalAmount, pricesIncludeTax, taxPercent }: Totals & OrderTax,
): { pricesIncludeTax: boolean; items: (Line & { net: number; tax: number })[]; taxes: TaxPart[] } {
  const whole = pricesIncludeTax ? totalAmount : subtotal;
  let before = 0;
  let taxBefore = 0;
  const items = lines.map((line) => {
    before += line.total;
    const taxUpTo = whole === 0 ? 0 : roundedShare(tax, BigInt(before), BigInt(whole));
    const share = taxUpTo - taxBefore;
    taxBefore = taxUpTo;
    return { ...line, net: pricesIncludeTax ? line.total - share : line.total, tax: share };
  });
  const taxes = totalAmount === 0 ? [] : [{ name: "Tax", percent: taxPercent, net: subtotal, tax }];
  return { pricesIncludeTax, items, taxes };
}

/**
 * "Tax", "Tax (19%)", "Includes tax (19%)": the name of the tax beside its amount. A draft on a device may be from
 * before rates were recorded.
 */
export function taxLabel({
  pricesIncludeTax = false,
  taxes = [],
}: {
  pricesIncludeTax?: boolean;
  taxes?: readonly Pick<TaxPart, "percent">[];
}): string {
  const percent = taxes.length === 1 ? taxes[0]!.percent : null;
  const rate = percent === null || percent === 0 ? "" : ` (${formatPercent(percent)})`;
  return `${pricesIncludeTax ? "Includes tax" : "Tax"}${rate}`;
}

/** "19%", "7.5%": a percentage as every text writes it. */
export const formatPercent = (percent: number): string => `${percent}%`;

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
