import type { RevenueSource } from "../../../contract/shapes/statistics.ts";

export const sourceNames: Record<RevenueSource, string> = {
  ticket: "Tickets",
  extras: "Extras",
  donation: "Donations",
  sponsorship: "Sponsor packages",
  tax: "Tax",
  refund: "Refunded",
};
