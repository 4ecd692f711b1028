/** The stock left of a sponsorship package. Pure. */
import type { SponsorshipPackage } from "../shapes/sponsorshipPackage.ts";

/** The fields that decide how many of a package are left. */
export type PackageStock = Pick<
  SponsorshipPackage,
  "availableCount" | "soldCount" | "heldCount" | "ticketsSuffice"
>;

/** How many can still be bought: not sold, not held, and with enough places for their tickets. Null without a limit. */
export function leftOfPackage(stock: PackageStock): number | null {
  const { availableCount, soldCount, heldCount, ticketsSuffice = null } = stock;
  if (availableCount === -1) return ticketsSuffice;
  const left = Math.max(0, availableCount - soldCount - heldCount);
  return ticketsSuffice === null ? left : Math.min(left, ticketsSuffice);
}
