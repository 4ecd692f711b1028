/**
 * What goes back to a buyer who cancels, and what the club keeps. Pure. Invariant: never more than is left of what was
 * paid; a ticket whose money went back before, with or without the ticket, brings none again.
 */

import { refundWorth } from "../../contract/rules/refundWorth.ts";
import type { OrderItem } from "../../contract/shapes/order.ts";
import type { RefundItem } from "../../contract/shapes/refund.ts";
import type { OrderLine } from "../db/schema/people.ts";

/** An order as far as its money goes; amounts in minor units. */
export interface PaidOrder {
  subtotal: number;
  tax: number;
  /** What was paid and neither went back nor is promised. */
  left: number;
  items: readonly OrderItem[];
  /** Lines whose money went back before. */
  given: readonly RefundItem[];
}

/** What is given up: places by ticket, and amounts of extras. */
export interface GivenUp {
  kind: OrderLine["kind"];
  refId: number;
  quantity: number;
}

/** What goes back and what is kept of it, with the lines that it is for. */
export interface GoingBack {
  amount: number;
  fee: number;
  items: RefundItem[];
}

/**
 * What goes back for lines of which `lines` were there until now. Who stays is taken to be paid for: of two tickets, one of
 * which was paid back before, the first that is given up is that one.
 */
export function amountGoingBack(
  order: PaidOrder,
  {
    lines,
    givenUp,
    feePercent,
  }: { lines: readonly OrderLine[]; givenUp: readonly GivenUp[]; feePercent: number },
): GoingBack {
  let unpaid = unpaidPlaces(order, lines);
  const paid = givenUp.flatMap(({ kind, refId, quantity }) => {
    const line = lines.find((one) => one.kind === kind && one.refId === refId);
    if (line === undefined) return [];
    const short = Math.min(
      quantity,
      Math.max(0, line.quantity - Math.max(0, boughtOf(order, line) - givenOf(order, line))),
    );
    const without = kind === "ticket" ? Math.min(short, unpaid) : short;
    if (kind === "ticket") unpaid -= without;
    return [{ ...line, quantity: quantity - without }];
  });
  const worth = Math.min(order.left, refundWorth(order, paid));
  const fee = Math.floor((worth * feePercent + 50) / 100);
  const isInOrder = (line: OrderLine) => boughtOf(order, line) > 0;
  return {
    amount: worth - fee,
    fee,
    items: paid
      .filter((line) => line.quantity > 0 && isInOrder(line))
      .map(({ kind, refId, quantity }) => ({ kind, refId, quantity })),
  };
}

/** How many of the places that are there were paid back. Of all tickets together, for staff may have exchanged some. */
function unpaidPlaces({ items, given }: PaidOrder, lines: readonly OrderLine[]): number {
  const tickets = (list: readonly { kind: string; quantity: number }[]) =>
    list.reduce((sum, one) => (one.kind === "ticket" ? sum + one.quantity : sum), 0);
  return Math.max(0, tickets(lines) - Math.max(0, tickets(items) - tickets(given)));
}

function boughtOf({ items }: PaidOrder, { kind, refId }: OrderLine): number {
  return items.find((item) => item.kind === kind && item.refId === refId)?.quantity ?? 0;
}

function givenOf({ given }: PaidOrder, { kind, refId }: OrderLine): number {
  return given.reduce((sum, one) => (one.kind === kind && one.refId === refId ? sum + one.quantity : sum), 0);
}
