/** Describes a promo code in a few words. A file of its own, because the event page needs only this. Pure. */

import type { Currency } from "../../contract/scalars.ts";
import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import { discountWords } from "../words/discountWords.ts";

/** A code's effect as a short line: "20% off", "€5 off each ticket". */
export function promoWords(terms: Pick<PromoCodeOffer, "kind" | "value">, currency: Currency): string {
  return discountWords(terms, currency) ?? "shows tickets that are not listed";
}
