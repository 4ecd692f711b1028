/** The words of a waiting list that page and mail share: how long an offer is kept, and what it costs. Pure. */
import { formatMoney } from "../money/money.ts";

/** How long an offer is kept, "24 hours". The end of sale or the start of the event may come earlier. */
export function offerHoursWords(hours: number): string {
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** The price of all wanted places with tax: "Free", "€25", "€50 for both". */
export function placesPriceWords(
  totalAmount: number,
  { places, currency }: { places: number; currency: string },
): string {
  if (totalAmount === 0) return "Free";
  const money = formatMoney(totalAmount, currency);
  return places === 1 ? money : `${money} for ${places === 2 ? "both" : `all ${places}`}`;
}
