/** What sources of revenue are called. */
import type { RevenueSource } from "../../../contract/shapes/checkin.ts";

export const sourceNames: Record<RevenueSource, string> = {
  ticket: "Tickets",
  extras: "Extras",
  donation: "Donations",
  sponsorship: "Sponsorships",
  tax: "Tax",
  refund: "Refunded",
};
