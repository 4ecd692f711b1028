import { formatMoney, formatPercent } from "../../../../contract/rules/money/money.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { ClubTaxRate } from "../../../../contract/shapes/money/taxRate.ts";

export const rateWords = ({ name, percent }: Pick<ClubTaxRate, "name" | "percent">): string =>
  `${name} (${formatPercent(percent)})`;

export function eventTaxWords({
  taxType,
  taxAmount,
  currency,
}: Pick<Event, "taxType" | "taxAmount" | "currency">): string {
  if (taxAmount === 0) return "Same as the event (no tax)";
  const amount =
    taxType === "percent" ? formatPercent(taxAmount) : `${formatMoney(taxAmount, currency)} on each order`;
  return `Same as the event (${amount})`;
}

/** `none`, the active rates, and the one that was chosen before even if it is inactive. Empty without such rates. */
export function taxChoices(
  rates: readonly ClubTaxRate[],
  chosenId: number | null,
  none: string,
): { value: string; label: string }[] {
  const offered = rates.filter(({ id, isActive }) => isActive || id === chosenId);
  if (offered.length === 0) return [];
  return [
    { value: "", label: none },
    ...offered.map((rate) => ({
      value: String(rate.id),
      label: rate.isActive ? rateWords(rate) : `${rateWords(rate)}, inactive`,
    })),
  ];
}

export const taxRateText = (id: number | null | undefined): string => (id ? String(id) : "");
export const taxRateIdOf = (text: string): number | null => Number(text) || null;
