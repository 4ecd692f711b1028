import { formatMoney, formatPercent } from "../../contract/rules/money/money.ts";
import type { DiscountTerms } from "../../contract/rules/money/promoCode.ts";
import type { Currency } from "../../contract/scalars.ts";

/** "20% off", "€5 off each ticket"; null for a code that opens tickets and takes nothing off. */
export function discountWords({ kind, value }: DiscountTerms, currency: Currency): string | null {
  switch (kind) {
    case "percent":
      return `${formatPercent(value)} off`;
    case "amount":
      return `${formatMoney(value, currency)} off each ticket`;
    case "access":
      return null;
  }
}
