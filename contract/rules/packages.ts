/** The stock left of a sponsorship package. Pure. */
import type { SponsorshipPackage } from "../shapes/sponsorshipPackage.ts";

/** How many can still be bought, less those in a payment now; null without a limit. */
export function leftOfPackage({
  availableCount,
  soldCount,
  heldCount,
}: Pick<SponsorshipPackage, "availableCount" | "soldCount" | "heldCount">): number | null {
  return availableCount === -1 ? null : Math.max(0, availableCount - soldCount - heldCount);
}
