/** The offer for a visitor. Not in withPromoCode.ts, so that the event page does not load it. Pure. */
import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import { offerWithHold, type SaleOffer } from "./choice.ts";
import type { Hold } from "./draft.ts";
import { withPromoCode } from "./withPromoCode.ts";

/** The offer for a visitor: their own hold counts as available, and their code is applied. */
export function ownOfferOf(offer: SaleOffer, hold: Hold | null, promo: PromoCodeOffer | null): SaleOffer {
  if (hold === null) return withPromoCode(offer, promo, null);
  // If the hold was made with the same code, its uses of the code count as still available.
  const isSameCode = hold.quote.promoCode === promo?.code;
  return offerWithHold(withPromoCode(offer, promo, isSameCode ? hold.choice : null), hold.choice);
}
