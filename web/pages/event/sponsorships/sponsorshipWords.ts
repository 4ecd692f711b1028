import type { StaffSponsorship } from "../../../../contract/shapes/sponsorship.ts";
import type { BadgeTone } from "../../../ui/Badge.tsx";

export type Filter = "all" | "paid" | "pending" | "failed" | "refunded";

export const filterWords: { value: Filter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "paid", label: "Paid" },
  { value: "pending", label: "Waiting for payment" },
  { value: "failed", label: "Not paid" },
  { value: "refunded", label: "Refunded" },
];

export function filterIn(query: URLSearchParams): Filter {
  return filterWords.find(({ value }) => value === query.get("status"))?.value ?? "all";
}

export function paymentBadge({
  paymentStatus,
  paidElsewhere,
}: Pick<StaffSponsorship, "paymentStatus" | "paidElsewhere">): {
  words: string;
  tone: BadgeTone;
} {
  if (paidElsewhere !== undefined) return { words: "Paid in another system", tone: "good" };
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

export function packageWords({ packageType }: Pick<StaffSponsorship, "packageType">): string {
  return packageType === "donation" ? "Donation" : packageType;
}

export function sponsorName({ sponsorData }: Pick<StaffSponsorship, "sponsorData">): string {
  const { organization, firstName, lastName } = sponsorData;
  return organization === "" ? `${firstName} ${lastName}`.trim() : organization;
}

export function sponsorshipCountText(count: number): string {
  return count === 1 ? "1 sponsorship" : `${count.toLocaleString("en-US")} sponsorships`;
}
