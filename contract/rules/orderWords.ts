/** Words about an order that the browser and the server share. Pure. */

import type { ListedOrder } from "../shapes/money/refund.ts";
import type { StaffOrder } from "../shapes/order.ts";

/** The purpose of an order, in words. */
export const purposeWords: Record<ListedOrder["purpose"], string> = {
  registration: "Tickets",
  extras: "Extras",
  donation: "Donation",
  sponsorship: "Sponsorship",
};

/** The channel where it was sold, in words. */
export const channelWords: Record<StaffOrder["channel"], string> = { web: "Web", door: "Door" };

/** How its money was taken by hand, in words. */
export const paidByWords: Record<NonNullable<StaffOrder["paidBy"]>, string> = {
  cash: "Cash",
  cardTerminal: "Card terminal",
  bankTransfer: "Bank transfer",
};

/** Why the last ticket of a registration cannot be cancelled yet. */
export const paidLaterText = "Extras that were bought later are paid for. Refund them first.";
