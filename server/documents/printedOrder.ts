import { formatMoney, needCents } from "../../contract/rules/money/money.ts";
import { type TaxPart, taxLines } from "../../contract/rules/money/tax.ts";

/** An order for mails and receipts; amounts in minor units of `currency`. */
export interface PrintedOrder {
  readonly orderNumber: string;
  /** Null before payment, and for a free order. */
  readonly receiptNumber?: number | null;
  /** In one line, for mails. */
  readonly seller?: string;
  readonly items: readonly {
    readonly title: string;
    readonly quantity: number;
    readonly unitPrice: number;
    readonly total: number;
  }[];
  readonly pricesIncludeTax?: boolean;
  readonly taxes?: readonly TaxPart[];
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
  readonly currency: string;
  /** A payment status of docs/wire.md §2. */
  readonly paymentStatus: string;
  readonly refundedAmount: number;
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
  return words[paymentStatus] ?? paymentStatus;
}

/** Makes formatters: all amounts have cents if one of the order needs them, and all prices if one price does. */
export function orderMoney(order: PrintedOrder) {
  const { items, subtotal, total, refundedAmount, currency } = order;
  const taxes = taxLines(order).map(({ tax }) => tax);
  const amounts = [...items.map((item) => item.total), subtotal, ...taxes, total, refundedAmount];
  const amountsHaveCents = needCents(amounts, currency);
  const prices = items.map(({ unitPrice }) => unitPrice);
  const pricesHaveCents = needCents(prices, currency);
  return {
    amount: (amountMinor: number) => formatMoney(amountMinor, currency, amountsHaveCents),
    price: (amountMinor: number) => formatMoney(amountMinor, currency, pricesHaveCents),
  };
}
