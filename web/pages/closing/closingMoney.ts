/** Amounts always have the currency's decimals, so that columns align. */
import { formatMoney } from "../../../contract/rules/money/money.ts";
import type { Currency } from "../../../contract/scalars.ts";

export function moneyIn(currency: Currency): (amountMinor: number) => string {
  return (amountMinor) => formatMoney(amountMinor, currency, true);
}

export function differenceText(amountMinor: number, currency: Currency): string {
  return `${amountMinor > 0 ? "+" : ""}${formatMoney(amountMinor, currency, true)}`;
}

export function cellText(
  cell: string | number | null,
  kind: "text" | "number" | "money" | "difference",
  currency: Currency,
): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return cell;
  if (kind === "number") return cell.toLocaleString("en-US");
  return kind === "difference" ? differenceText(cell, currency) : formatMoney(cell, currency, true);
}
