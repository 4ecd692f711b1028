import type { ListedOrder } from "../shapes/money/refund.ts";
import type { StaffOrder } from "../shapes/order.ts";

export const purposeWords: Record<ListedOrder["purpose"], string> = {
  registration: "Tickets",
  extras: "Extras",
  donation: "Donation",
  sponsorship: "Sponsorship",
};

export const channelWords: Record<StaffOrder["channel"], string> = { web: "Web", door: "Door" };

export const paidByWords: Record<NonNullable<StaffOrder["paidBy"]>, string> = {
  cash: "Cash",
  cardTerminal: "Card terminal",
  bankTransfer: "Bank transfer",
};

/** Why the last ticket of a registration cannot be cancelled yet. */
export const paidLaterText = "Extras that were bought later are paid for. Refund them first.";
