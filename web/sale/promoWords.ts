import type { Currency } from "../../contract/scalars.ts";
import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import { discountWords } from "../words/discountWords.ts";

export function promoWords(terms: Pick<PromoCodeOffer, "kind" | "value">, currency: Currency): string {
  return discountWords(terms, currency) ?? "shows tickets that are not listed";
}
