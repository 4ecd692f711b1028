/** Describes a promo code in a few words. A file of its own, because the event page needs only this. Pure. */

import { formatMoney, formatPercent } from "../../contract/rules/money/money.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";

/** A code's effect as a short line: "20% off", "€5 off each ticket". */
export function promoWords(
  { kind, value }: Pick<PromoCodeOffer, "kind" | "value">,
  currency: Currency,
): string {
  switch (kind) {
    case "percent":
      return `${formatPercent(value)} off`;
    case "amount":
      return `${formatMoney(value, currency)} off each ticket`;
    case "access":
      return "opens tickets that are not listed";
  }
}
