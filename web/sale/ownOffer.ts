import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import { offerWithHold, type SaleOffer } from "./choice.ts";
import type { Hold } from "./draft.ts";
import { withPromoCode } from "./withPromoCode.ts";

/** Applies the visitor's code, and counts their hold as available. */
export function ownOfferOf(offer: SaleOffer, hold: Hold | null, promo: PromoCodeOffer | null): SaleOffer {
  if (hold === null) return withPromoCode(offer, promo, null);
  const isSameCode = hold.quote.promoCode === promo?.code;
  return offerWithHold(withPromoCode(offer, promo, isSameCode ? hold.choice : null), hold.choice);
}
