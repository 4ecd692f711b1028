/** Sponsorships in words, and which of them are looked at. Pure. */

import { formatMoment } from "../../../../contract/rules/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { StaffSponsorship } from "../../../../contract/shapes/sponsorship.ts";
import type { BadgeTone } from "../../../ui/Badge.tsx";

/** Which payments are listed. */
export type Filter = "all" | "paid" | "pending" | "failed" | "refunded";

/** The filter's choices, as a select has them. */
export const filterWords: { value: Filter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "paid", label: "Paid" },
  { value: "pending", label: "Waiting for payment" },
  { value: "failed", label: "Not paid" },
  { value: "refunded", label: "Refunded" },
];

/** Reads an address; what makes no sense there is all. */
export function filterIn(query: URLSearchParams): Filter {
  return filterWords.find(({ value }) => value === query.get("status"))?.value ?? "all";
}

/** Where the money stands. What was not paid in time came to nothing, and was nobody's failure. */
export function paymentBadge({ paymentStatus }: Pick<StaffSponsorship, "paymentStatus">): {
  words: string;
  tone: BadgeTone;
} {
  switch (paymentStatus) {
    case "paid":
    case "free":
      return { words: "Paid", tone: "good" };
    case "pending":
      return { words: "Waiting", tone: "warn" };
    case "failed":
      return { words: "Not paid", tone: "plain" };
    case "refunded":
      return { words: "Refunded", tone: "plain" };
  }
}

/** What was bought. */
export function packageWords({ packageType }: Pick<StaffSponsorship, "packageType">): string {
  return packageType === "donation" ? "Donation" : packageType;
}

/** Who gave it, as the event's page would say. */
export function sponsorName({ sponsorData }: Pick<StaffSponsorship, "sponsorData">): string {
  const { organization, firstName, lastName } = sponsorData;
  return organization === "" ? `${firstName} ${lastName}`.trim() : organization;
}

export function sponsorshipCountText(count: number): string {
  return count === 1 ? "1 sponsorship" : `${count.toLocaleString("en-US")} sponsorships`;
}

export function boughtWhenWords(createdAt: string, { timeZone, config }: Event): string {
  return formatMoment(createdAt, { timeZone, dateFormat: config.dateFormat }).text;
}
