/**
 * What buyers who cancel get back. Invariant: no refund is larger than the rest of the payment. A ticket that was
 * refunded before, with or without cancelling it, is not refunded again.
 */
import { linesOfRefunds, refundAmountOf } from "../../contract/rules/money/refundWorth.ts";
import type { TaxedOrder } from "../../contract/rules/money/tax.ts";
import type { RefundItem } from "../../contract/shapes/money/refund.ts";
import type { OrderItem } from "../../contract/shapes/order.ts";
import type { OrderLine } from "../db/schema/people.ts";

/** An order's amounts, in minor units. */
export interface PaidOrder extends TaxedOrder {
  /** Paid, and neither refunded nor promised back. */
  left: number;
  items: readonly OrderItem[];
  /** Lines that were refunded, or whose refund is promised. */
  refundedItems: readonly RefundItem[];
}

export interface CancelledLines {
  kind: OrderLine["kind"];
  refId: number;
  quantity: number;
}

export interface RefundWithFee {
  amount: number;
  fee: number;
  items: RefundItem[];
}

/**
 * The refund for cancelled lines; `lines` are all lines before the cancellation. If one of two tickets of a type was
 * refunded before, the first one that is cancelled counts as the refunded one.
 */
export function refundOfCancelled(
  order: PaidOrder,
  {
    lines,
    cancelled,
    feePercent,
  }: { lines: readonly OrderLine[]; cancelled: readonly CancelledLines[]; feePercent: number },
): RefundWithFee {
  let unpaid = unpaidPlaces(order, lines);
  const paidItems = byItem(cancelled).flatMap((item) => {
    const { kind, refId, quantity } = item;
    const itemLines = lines.filter((one) => one.kind === kind && one.refId === refId);
    if (itemLines.length === 0) return [];
    const current = itemLines.reduce((sum, line) => sum + line.quantity, 0);
    const paid = Math.max(0, boughtQuantity(order, item) - refundedQuantity(order, item));
    const refundedBefore = Math.min(quantity, Math.max(0, current - paid));
    const unpaidQuantity = kind === "ticket" ? Math.min(refundedBefore, unpaid) : refundedBefore;
    if (kind === "ticket") unpaid -= unpaidQuantity;
    return [{ ...item, quantity: quantity - unpaidQuantity, itemLines }];
  });
  const paidLines = paidItems.flatMap(({ itemLines, quantity }) => lastPlaces(itemLines, quantity));
  const refundedLines = linesOfRefunds(order, order.refundedItems);
  const value = Math.min(order.left, refundAmountOf(order, paidLines, refundedLines));
  // Rounds to the nearest minor unit with integers only.
  const fee = Math.floor((value * feePercent + 50) / 100);
  return {
    amount: value - fee,
    fee,
    items: paidItems
      .filter((item) => item.quantity > 0 && boughtQuantity(order, item) > 0)
      .map(({ kind, refId, quantity }) => ({ kind, refId, quantity })),
  };
}

function byItem(cancelled: readonly CancelledLines[]): CancelledLines[] {
  return [...Map.groupBy(cancelled, ({ kind, refId }) => `${kind}:${refId}`).values()].map((same) => {
    const { kind, refId } = same[0]!;
    return { kind, refId, quantity: same.reduce((sum, one) => sum + one.quantity, 0) };
  });
}

/** A ticket to which staff moved people may have several lines. The last loses a place first. */
function lastPlaces(lines: readonly OrderLine[], quantity: number): OrderLine[] {
  let left = quantity;
  return lines.toReversed().map((line) => {
    const taken = Math.min(left, line.quantity);
    left -= taken;
    return { ...line, quantity: taken };
  });
}

/**
 * How many places the order does not cover, such as refunded ones: over all tickets together, because staff may exchange
 * some.
 */
function unpaidPlaces({ items, refundedItems }: PaidOrder, lines: readonly OrderLine[]): number {
  const tickets = (list: readonly { kind: string; quantity: number }[]) =>
    list.reduce((sum, one) => (one.kind === "ticket" ? sum + one.quantity : sum), 0);
  return Math.max(0, tickets(lines) - Math.max(0, tickets(items) - tickets(refundedItems)));
}

function boughtQuantity({ items }: PaidOrder, { kind, refId }: CancelledLines): number {
  return items.find((item) => item.kind === kind && item.refId === refId)?.quantity ?? 0;
}

function refundedQuantity({ refundedItems }: PaidOrder, { kind, refId }: CancelledLines): number {
  return refundedItems.reduce(
    (sum, one) => (one.kind === kind && one.refId === refId ? sum + one.quantity : sum),
    0,
  );
}
