import type { RefundItem } from "../../shapes/money/refund.ts";
import type { OrderItem } from "../../shapes/order.ts";
import { addedTaxOf, type PricedLine, type TaxedOrder } from "./tax.ts";

/**
 * The refund for some lines in minor units, before a fee is subtracted. Its tax is the rounded tax of all refunded lines
 * minus that of `refundedBefore`, so that refunds one after another add up to what was paid.
 */
export function refundAmountOf(
  order: TaxedOrder,
  lines: readonly PricedLine[],
  refundedBefore: readonly PricedLine[] = [],
): number {
  const prices = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  return prices + addedTaxOf(order, [...refundedBefore, ...lines]) - addedTaxOf(order, refundedBefore);
}

/** The lines that some refunds name, with the refunded quantity. */
export function linesOfRefunds(
  { items }: { items: readonly OrderItem[] },
  refundedItems: readonly RefundItem[],
): OrderItem[] {
  return refundedItems.flatMap(({ kind, refId, quantity }) => {
    const line = items.find((one) => one.kind === kind && one.refId === refId);
    return line === undefined ? [] : [{ ...line, quantity }];
  });
}
