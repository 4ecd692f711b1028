import type { SponsorshipPackage } from "../shapes/sponsorshipPackage.ts";

/** How many of a package are left; null without a limit. */
export function leftOfPackage(
  stock: Pick<SponsorshipPackage, "availableCount" | "soldCount" | "heldCount" | "ticketsSuffice">,
): number | null {
  const { availableCount, soldCount, heldCount, ticketsSuffice = null } = stock;
  if (availableCount === -1) return ticketsSuffice;
  const left = Math.max(0, availableCount - soldCount - heldCount);
  return ticketsSuffice === null ? left : Math.min(left, ticketsSuffice);
}
