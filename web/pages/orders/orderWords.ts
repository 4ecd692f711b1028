import { formatMoney } from "../../../contract/rules/money/money.ts";
import { channelWords } from "../../../contract/rules/orderWords.ts";
import type { ListedOrder, Refund } from "../../../contract/shapes/money/refund.ts";
import type { BadgeTone } from "../../ui/Badge.tsx";
import { amountAwaitingBuyer, type OrderMoney } from "../../words/orderStatus.ts";

export const refundFilterWords = { partRefunded: "Partly refunded", refundDue: "Refund pending" };

/** Whether money is taken and refunded by hand; true for a free door sale too. */
export function isByHand({ paidBy }: Pick<OrderMoney, "paidBy">): boolean {
  return paidBy !== null;
}

export function channelText({ channel, paidBy }: OrderMoney): string {
  if (paidBy === null) return channelWords[channel];
  if (channel === "web") return paidBy === "cash" ? "Web, cash" : "Web, transfer";
  return paidBy === "cash" ? "Door, cash" : "Door, card";
}

/** What was paid before the order was imported; null if nothing is known. */
export function paidElsewhereText({
  paidElsewhere,
  currency,
}: Pick<ListedOrder, "paidElsewhere" | "currency">): string | null {
  return paidElsewhere === null
    ? null
    : `${formatMoney(paidElsewhere, currency, true)}, paid in another system`;
}

export function paidText(order: OrderMoney & Pick<ListedOrder, "paidElsewhere" | "currency">): string {
  const { totalAmount, channel, paidBy, paymentStatus } = order;
  const elsewhere = paidElsewhereText(order);
  if (elsewhere !== null) return elsewhere;
  if (totalAmount === 0) return "Nothing to pay";
  if (paidBy === "bankTransfer") return "By bank transfer";
  if (channel === "web" && paidBy === "cash") return "In cash";
  if (channel === "door")
    return paidBy === "cardTerminal" ? "By card terminal, at the door" : "In cash, at the door";
  if (paymentStatus === "failed" || order.isExpired) return "Not paid";
  return paymentStatus === "pending" ? "Not yet paid" : "Online";
}

export function buyerText({ buyer }: Pick<ListedOrder, "buyer">): string {
  return buyer.name || buyer.email || "The buyer";
}

/** What is left of the total after refunds that are done or due, in minor units. */
export function amountLeft(order: Pick<ListedOrder, "totalAmount" | "refundedAmount" | "refundDue">): number {
  return order.totalAmount - order.refundedAmount - order.refundDue;
}

export function noRefundBecause(order: OrderMoney): string | null {
  if (order.paymentStatus === "pending" && !order.isExpired)
    return order.totalAmount === 0 ? "It is not yet active." : "Nothing is paid yet.";
  if (order.paymentStatus === "failed" || order.isExpired)
    return "It was not paid, so there is nothing to refund.";
  if (order.paymentStatus === "free") return null;
  if (order.totalAmount === 0) return "It is cancelled.";
  if (amountLeft(order) > 0) return null;
  if (order.refundDue > 0) return "The rest is already being refunded.";
  return amountAwaitingBuyer(order) > 0
    ? "The rest waits until the buyer enters a bank account at Stripe."
    : "All of it is refunded.";
}

export const refundWords: Record<Refund["state"], { words: string; tone: BadgeTone }> = {
  due: { words: "Pending", tone: "warn" },
  done: { words: "Done", tone: "good" },
  failed: { words: "Failed", tone: "bad" },
};

/** The provider has made the refund, but the buyer has not given a bank account. */
export const waitingRefundWords: { words: string; tone: BadgeTone } = {
  words: "The buyer must enter a bank account",
  tone: "warn",
};

/**
 * The refunds that probably wait for the buyer. The order has only their sum: the latest ones that fit into it are
 * taken.
 */
export function waitingRefunds(
  refunds: readonly Refund[],
  order: Pick<OrderMoney, "refundAwaitsBuyer">,
): ReadonlySet<Refund> {
  let remaining = amountAwaitingBuyer(order);
  const waiting = new Set<Refund>();
  for (const refund of [...refunds].reverse()) {
    if (refund.state !== "done" || refund.amount <= 0 || refund.amount > remaining) continue;
    remaining -= refund.amount;
    waiting.add(refund);
  }
  return waiting;
}

export function refundedLines({ items }: Pick<Refund, "items">, order: Pick<ListedOrder, "items">): string {
  return items
    .map(({ kind, refId, quantity }) => {
      const line = order.items.find((item) => item.kind === kind && item.refId === refId);
      return `${quantity} × ${line?.title ?? kind}`;
    })
    .join(", ");
}
