import type { ListedOrder } from "../shapes/money/refund.ts";
import type { StaffOrder } from "../shapes/order.ts";

/** What an order buys, in words. */
export const purposeWords: Record<ListedOrder["purpose"], string> = {
  registration: "Tickets",
  extras: "Extras",
  donation: "Donation",
  sponsorship: "Sponsorship",
};

/** The channel of an order, in words. */
export const channelWords: Record<StaffOrder["channel"], string> = { web: "Web", door: "Door" };

/** How the money of an order was taken by hand, in words. */
export const paidByWords: Record<NonNullable<StaffOrder["paidBy"]>, string> = {
  cash: "Cash",
  cardTerminal: "Card terminal",
  bankTransfer: "Bank transfer",
};

/** Why a registration cannot be cancelled yet. */
export const paidLaterText = "Extras that were bought later are paid for. Refund them first.";
