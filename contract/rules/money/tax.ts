/** Amounts are integer minor units (docs/wire.md §2, Tax). */
import { formatPercent } from "./money.ts";

/** An event's tax. `taxAmount` is percent (up to 3 decimals), or minor units for each order. */
export interface Tax {
  taxType: "percent" | "fixed";
  taxAmount: number;
  pricesIncludeTax?: boolean;
}

/** A rate of the club, in place of the event's tax. `percent` has up to 3 decimals. */
export interface TaxRate {
  name: string;
  percent: number;
}

/** A line of an order. A `taxRate` replaces the event's tax. */
export interface PricedLine {
  unitPrice: number;
  quantity: number;
  taxRate?: TaxRate | null | undefined;
}

/** The tax on top of a subtotal. Percent is rounded half up. */
export function taxOn(subtotal: number, tax: Tax): number {
  if (subtotal === 0) return 0;
  if (tax.taxType === "fixed") return Math.round(tax.taxAmount);
  // With binary fractions 1.005 % of 10,000 cents would be 100.
  const thousandths = BigInt(Math.round(tax.taxAmount * 1000));
  return roundedShare(subtotal, thousandths, 100_000n);
}

/** The tax that a sum includes, rounded half up; a fixed tax is at most the sum. */
export function taxInside(sum: number, tax: Tax): number {
  if (tax.taxType === "fixed") return Math.min(sum, Math.round(tax.taxAmount));
  const thousandths = BigInt(Math.round(tax.taxAmount * 1000));
  return roundedShare(sum, thousandths, 100_000n + thousandths);
}

/** Rounded half up, without the errors of binary fractions. */
function roundedShare(amount: number, part: bigint, whole: bigint): number {
  return Number((BigInt(amount) * part * 2n + whole) / (whole * 2n));
}

/** The amounts of an order: `subtotal + tax = totalAmount`. */
export interface Totals {
  subtotal: number;
  tax: number;
  totalAmount: number;
}

/** `rate` is null for the event's tax. */
interface RateSum {
  rate: TaxRate | null;
  sum: number;
}

const keyOfRate = (rate: TaxRate | null | undefined): string => (rate ? `${rate.percent} ${rate.name}` : "");

/** Adds up the prices of the lines by tax rate. The event's tax comes first. */
function sumsByRate(lines: readonly PricedLine[]): Map<string, RateSum> {
  const sums = new Map<string, RateSum>([["", { rate: null, sum: 0 }]]);
  for (const { taxRate = null, unitPrice, quantity } of lines) {
    const key = keyOfRate(taxRate);
    const before = sums.get(key)?.sum ?? 0;
    sums.set(key, { rate: taxRate, sum: before + unitPrice * quantity });
  }
  return sums;
}

function taxOfSum(sum: number, tax: Tax): number {
  return tax.pricesIncludeTax === true ? taxInside(sum, tax) : taxOn(sum, tax);
}

const percentTax = ({ percent }: TaxRate, pricesIncludeTax: boolean): Tax => ({
  taxType: "percent",
  taxAmount: percent,
  pricesIncludeTax,
});

/** The totals of some lines. The tax of each rate is rounded once, on its own sum. */
export function totalsOf(lines: readonly PricedLine[], eventTax: Tax): Totals {
  const pricesIncludeTax = eventTax.pricesIncludeTax === true;
  let prices = 0;
  let tax = 0;
  for (const { rate, sum } of sumsByRate(lines).values()) {
    prices += sum;
    tax += taxOfSum(sum, rate === null ? eventTax : percentTax(rate, pricesIncludeTax));
  }
  return pricesIncludeTax
    ? { subtotal: prices - tax, tax, totalAmount: prices }
    : { subtotal: prices, tax, totalAmount: prices + tax };
}

/** The tax as an order records it. `taxPercent` is null for a fixed tax, or if it was not recorded. */
export interface OrderTax {
  pricesIncludeTax: boolean;
  taxPercent: number | null;
}

/** The part of an event's tax that is recorded with an order. */
export const orderTaxOf = ({ taxType, taxAmount, pricesIncludeTax = false }: Tax): OrderTax => ({
  pricesIncludeTax,
  taxPercent: taxType === "percent" ? taxAmount : null,
});

/** One tax of an order. `net` is the amount it is charged on. */
export interface TaxPart {
  name: string;
  percent: number | null;
  net: number;
  tax: number;
}

/** An order's lines with its stored amounts. */
export interface TaxedOrder {
  items: readonly PricedLine[];
  subtotal: number;
  tax: number;
  pricesIncludeTax: boolean;
}

/**
 * Divides an order's stored amounts by tax rate. The tax at a club's rate is computed from its stored percent, and the
 * rest belongs to the event's tax.
 */
function taxByRate({ items, subtotal, tax, pricesIncludeTax }: TaxedOrder) {
  const eventPart = { rate: null as TaxRate | null, sum: pricesIncludeTax ? subtotal + tax : subtotal, tax };
  const byRate = new Map([["", eventPart]]);
  for (const [key, { rate, sum }] of sumsByRate(items)) {
    if (rate === null) continue;
    const part = { rate, sum, tax: taxOfSum(sum, percentTax(rate, pricesIncludeTax)) };
    byRate.set(key, part);
    eventPart.sum -= part.sum;
    eventPart.tax -= part.tax;
  }
  return byRate;
}

/**
 * The taxes of an order, and the share of each line: the rounded tax of its rate's lines up to this one, minus the
 * earlier shares. So the shares add up to the tax.
 */
export function taxesOf<Line extends PricedLine & { total: number }>(
  lines: readonly Line[],
  { subtotal, tax, pricesIncludeTax, taxPercent }: Totals & OrderTax,
): { pricesIncludeTax: boolean; items: (Line & { net: number; tax: number })[]; taxes: TaxPart[] } {
  const byRate = taxByRate({ items: lines, subtotal, tax, pricesIncludeTax });
  const before = new Map<string, { prices: number; tax: number }>();
  const items = lines.map((line) => {
    const key = keyOfRate(line.taxRate);
    const whole = byRate.get(key)!;
    const counted = before.get(key) ?? { prices: 0, tax: 0 };
    const prices = counted.prices + line.total;
    const taxUpTo = whole.sum <= 0 ? 0 : roundedShare(whole.tax, BigInt(prices), BigInt(whole.sum));
    const share = taxUpTo - counted.tax;
    before.set(key, { prices, tax: taxUpTo });
    return { ...line, net: pricesIncludeTax ? line.total - share : line.total, tax: share };
  });
  const taxes = [...byRate.values()]
    .filter(({ sum, tax: part }) => sum !== 0 || part !== 0)
    .map(({ rate, sum, tax: part }) => ({
      name: rate?.name ?? "Tax",
      percent: rate?.percent ?? taxPercent,
      net: pricesIncludeTax ? sum - part : sum,
      tax: part,
    }));
  return { pricesIncludeTax, items, taxes };
}

/** The tax on top of some lines of an order: at a club's rate by its percent, else their share of the event's tax. */
export function addedTaxOf(order: TaxedOrder, lines: readonly PricedLine[]): number {
  if (order.pricesIncludeTax) return 0;
  const whole = taxByRate(order).get("")!;
  return [...sumsByRate(lines).values()].reduce((added, { rate, sum }) => {
    if (rate !== null) return added + taxOn(sum, percentTax(rate, false));
    return added + (whole.sum <= 0 ? 0 : Math.round((whole.tax * sum) / whole.sum));
  }, 0);
}

/** A line of a summary: a tax, the amount it is charged on, and the tax. */
export interface TaxLine {
  label: string;
  net: number;
  tax: number;
}

/** The lines of all taxes above 0, else one line for `tax`. `taxes` is missing in old drafts on devices. */
export function taxLines({
  pricesIncludeTax = false,
  taxes = [],
  subtotal,
  tax,
}: {
  pricesIncludeTax?: boolean;
  taxes?: readonly TaxPart[];
  subtotal: number;
  tax: number;
}): TaxLine[] {
  const chargedTaxes = taxes.filter((part) => part.tax > 0);
  const whole = { name: "Tax", percent: taxes[0]?.percent ?? null, net: subtotal, tax };
  return (chargedTaxes.length === 0 ? [whole] : chargedTaxes).map(({ name, percent, net, tax: amount }) => {
    const nameAfterIncludes = name === "Tax" ? "tax" : name;
    const rate = percent === null || percent === 0 ? "" : ` (${formatPercent(percent)})`;
    return { label: `${pricesIncludeTax ? `Includes ${nameAfterIncludes}` : name}${rate}`, net, tax: amount };
  });
}
