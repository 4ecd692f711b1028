import type { ListedOrder } from "../../contract/shapes/money/refund.ts";
import type { PaymentFilter } from "../../contract/shapes/order.ts";

export const paymentFilterWords: Record<PaymentFilter, string> = {
  pending: "Waiting",
  expired: "Expired",
  paid: "Paid",
  failed: "Failed",
  refunded: "Refunded",
  free: "Free",
};

type Tone = "plain" | "good" | "warn" | "bad";

const tones: Record<PaymentFilter, Tone> = {
  pending: "plain",
  expired: "plain",
  paid: "good",
  failed: "bad",
  refunded: "plain",
  free: "plain",
};

export type OrderMoney = Pick<
  ListedOrder,
  | "paymentStatus"
  | "isExpired"
  | "totalAmount"
  | "refundedAmount"
  | "refundAwaitsBuyer"
  | "refundDue"
  | "channel"
  | "paidBy"
>;

export function statusOf(order: OrderMoney): { words: string; tone: Tone } {
  const { paymentStatus, refundDue, refundedAmount, totalAmount } = order;
  if (refundDue > 0) return { words: "Refund pending", tone: "warn" };
  if (amountAwaitingBuyer(order) > 0) return { words: "Refund waits for the buyer", tone: "warn" };
  if (paymentStatus === "paid" && refundedAmount > 0) return { words: "Partly refunded", tone: "warn" };
  // A free order has nothing to refund, so "refunded" means cancelled.
  if (paymentStatus === "refunded" && totalAmount === 0) return { words: "Cancelled", tone: "plain" };
  const status = order.isExpired ? "expired" : paymentStatus;
  return { words: paymentFilterWords[status], tone: tones[status] };
}

/** The part of an order's refunds that waits until the buyer enters a bank account at Stripe. */
export function amountAwaitingBuyer({
  refundAwaitsBuyer = 0,
}: Pick<OrderMoney, "refundAwaitsBuyer">): number {
  return refundAwaitsBuyer;
}
