/** An order formatted for its buyer: on the last page of tickets, and on the receipt. */
import { formatMoney, needCents } from "../../contract/rules/money.ts";
import { type TaxPart, taxLines } from "../../contract/rules/tax.ts";

/** An order as printed; amounts in minor units of `currency`. */
export interface PrintedOrder {
  readonly orderNumber: string;
  /** The number of its receipt; null before it is paid. */
  readonly receiptNumber?: number | null;
  /** The seller in one line, for mails. */
  readonly seller?: string;
  readonly items: readonly {
    readonly title: string;
    readonly quantity: number;
    readonly unitPrice: number;
    readonly total: number;
  }[];
  /** Whether the prices include the tax; and the taxes with their rates. */
  readonly pricesIncludeTax?: boolean;
  readonly taxes?: readonly TaxPart[];
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
  readonly currency: string;
  /** "pending", "paid", "failed", "refunded" or "free" (docs/wire.md §2). */
  readonly paymentStatus: string;
  /** The part of the total that was refunded. */
  readonly refundedAmount: number;
  /** The promo code of the order, and the discount of its lines. */
  readonly promoCode?: string | null;
  readonly discount?: number;
}

/** The promo code and its discount as text; empty without one. */
export function promoCodeWords({
  promoCode,
  discount = 0,
  currency,
}: Pick<PrintedOrder, "promoCode" | "discount" | "currency">): string {
  if (!promoCode) return "";
  return discount === 0 ? promoCode : `${promoCode} · ${formatMoney(discount, currency)} less`;
}

/** The state of the payment as text for the buyer. */
export function paymentLine({
  paymentStatus,
  refundedAmount,
  total,
}: Pick<PrintedOrder, "paymentStatus" | "refundedAmount" | "total">): string {
  if (paymentStatus === "paid" && refundedAmount > 0) return "Paid, refunded in part";
  // A free order that was cancelled.
  if (paymentStatus === "refunded" && total === 0) return "Cancelled";
  const words: Record<string, string> = {
    paid: "Paid",
    free: "Free of charge",
    pending: "Payment pending",
    failed: "Payment failed",
    refunded: "Refunded",
  };
  return Object.hasOwn(words, paymentStatus) ? (words[paymentStatus] ?? paymentStatus) : paymentStatus;
}

/** Formatters for an order's amounts and prices: all amounts have cents if one needs them, and so do prices. */
export function orderMoney(order: PrintedOrder) {
  const { items, subtotal, total, refundedAmount, currency } = order;
  const taxes = taxLines(order).map(({ tax }) => tax);
  const amounts = [...items.map((item) => item.total), subtotal, ...taxes, total, refundedAmount];
  const amountsHaveCents = needCents(amounts, currency);
  const pricesHaveCents = needCents(
    items.map(({ unitPrice }) => unitPrice),
    currency,
  );
  return {
    amount: (amountMinor: number) => formatMoney(amountMinor, currency, amountsHaveCents),
    price: (amountMinor: number) => formatMoney(amountMinor, currency, pricesHaveCents),
  };
}

/** The lines that fit on a page, fewer with a promo code or several taxes; the rest is summed up in one line. */
const linesPerPage = 8;

/** The data of the order page, in the shape that its layout reads (layouts/ticket.typ). */
export function orderPage(order: PrintedOrder) {
  const { amount, price } = orderMoney(order);
  const code = promoCodeWords(order);
  const taxes = taxLines(order).map(({ label, tax }) => [label, amount(tax)]);
  const maxLines = linesPerPage - (code === "" ? 0 : 1) - (taxes.length - 1);
  const itemsShown = order.items.slice(0, order.items.length > maxLines ? maxLines - 1 : maxLines);
  const rest = order.items.slice(itemsShown.length);
  const items = itemsShown.map(({ title, quantity, unitPrice, total }) => {
    return { title, price: `${quantity} × ${price(unitPrice)}`, total: amount(total) };
  });
  if (rest.length > 0) {
    const sum = rest.reduce((all, { total }) => all + total, 0);
    items.push({ title: `${rest.length} more lines`, price: "", total: amount(sum) });
  }
  return {
    orderNumber: order.orderNumber,
    status: paymentLine(order),
    items,
    sums: [
      ...(code === "" ? [] : [["Promo code", code]]),
      ...(order.pricesIncludeTax ? [] : [["Subtotal", amount(order.subtotal)], ...taxes]),
    ],
    total: amount(order.total),
    after: [
      ...(order.pricesIncludeTax ? taxes : []),
      ...(order.refundedAmount > 0 ? [["Refunded", amount(-order.refundedAmount)]] : []),
    ],
  };
}
