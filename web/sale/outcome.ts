import type { Order, PaymentStatus } from "../../contract/shapes/order.ts";
import type { Registration } from "../../contract/shapes/registration.ts";

export type PurchaseOutcome =
  | "confirmed"
  /** The provider has not decided yet, or the order of an expired registration is paid. */
  | "checking"
  /** The page knows of no payment, or the order has failed. There may still be a payment. */
  | "unpaid"
  /** The provider still waits for a payment. */
  | "notPaid"
  | "expired"
  | "refundedLate"
  /** The payment, if any, is not refunded in full. */
  | "eventCancelled"
  | "eventCancelledRefunded"
  | "refunded"
  | "cancelled";

/** `paying`: the page knows of a started payment. `awaitsPayment`: the provider still waits for one. */
export interface OutcomeFacts {
  readonly registration: Pick<Registration, "state">;
  readonly order: Pick<Order, "paymentStatus"> | null;
  readonly paying: boolean;
  readonly awaitsPayment?: boolean | undefined;
  readonly isEventCancelled?: boolean;
}

/** The registration's state comes first, because it decides whether there are tickets. */
export function outcomeOfPurchase({
  registration,
  order,
  paying,
  awaitsPayment = false,
  isEventCancelled = false,
}: OutcomeFacts): PurchaseOutcome {
  const refunded = order?.paymentStatus === "refunded";
  switch (registration.state) {
    case "active":
      if (isEventCancelled) return refunded ? "eventCancelledRefunded" : "eventCancelled";
      return "confirmed";
    case "held":
    case "pending":
      if (refunded) return "refunded";
      if (awaitsPayment) return "notPaid";
      return paying && order?.paymentStatus !== "failed" ? "checking" : "unpaid";
    case "expired":
      // A late payment is used or refunded later (docs/wire.md §3.8).
      if (refunded) return "refundedLate";
      return order?.paymentStatus === "paid" ? "checking" : "expired";
    case "cancelled":
      return refunded ? "refunded" : "cancelled";
  }
}

export const outcomeWords: Record<PurchaseOutcome, { title: string; text: string }> = {
  confirmed: { title: "You're all set", text: "Your registration is complete." },
  checking: {
    title: "Your payment is being confirmed",
    text: "Your bank may have paid already, so do not pay twice. This page keeps checking; you can also close it, and we will mail you your tickets.",
  },
  unpaid: {
    title: "We have not seen a payment yet",
    text: "Your tickets are held for you. If you have paid already, do not pay again: we keep checking, and mail you your tickets.",
  },
  notPaid: {
    title: "Your payment did not arrive",
    text: "Nothing was charged, and your tickets are still held.",
  },
  expired: {
    title: "This registration has ended",
    text: "The time to finish had run out, and the tickets went back on sale. If your payment still arrives, you get the tickets or a full refund.",
  },
  refundedLate: {
    title: "Your payment came too late",
    text: "The tickets were sold out when it arrived, so it was refunded in full. Your bank may take a few days to show it.",
  },
  eventCancelled: {
    title: "This event was cancelled",
    text: "It does not take place, so your tickets cannot be used. If you get a refund, we mail you the amount.",
  },
  eventCancelledRefunded: {
    title: "This event was cancelled",
    text: "Your payment was refunded in full. Your bank may take a few days to show it.",
  },
  refunded: {
    title: "This order was refunded",
    text: "Its tickets are no longer valid. Your bank may take a few days to show the money.",
  },
  cancelled: {
    title: "This registration was cancelled",
    text: "Its tickets are no longer valid.",
  },
};

/** `notPaid`: the order is pending, and the provider still waits for a payment. */
export type ExtrasStatus = PaymentStatus | "notPaid";

export const extrasOutcomeWords: Record<ExtrasStatus, { title: string; text: string }> = {
  paid: {
    title: "Your extras are paid",
    text: "Show this code where you pick them up.",
  },
  free: {
    title: "Your extras are confirmed",
    text: "Show this code where you pick them up.",
  },
  pending: {
    title: "Your payment is being confirmed",
    text: "Your bank may have paid already, so do not pay twice. This page keeps checking; you can also close it, and we will mail you the code.",
  },
  notPaid: {
    title: "Your payment did not arrive",
    text: "Nothing was charged, and your extras are still held.",
  },
  failed: {
    title: "Your extras were not paid in time",
    text: "Nothing was bought, and they went back on sale. If your payment still arrives, you get the extras or a full refund.",
  },
  refunded: {
    title: "This order was refunded",
    text: "Its extras are no longer valid. Your bank may take a few days to show the money.",
  },
};
