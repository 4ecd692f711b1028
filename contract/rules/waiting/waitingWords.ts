import { formatMoney } from "../money/money.ts";

/** The hours of the setting `waitingOfferHours` in words. An offer may end earlier or later. */
export function offerHoursWords(hours: number): string {
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** The price of all places: "€50 for both". */
export function placesPriceWords(
  totalAmount: number,
  { places, currency }: { places: number; currency: string },
): string {
  if (totalAmount === 0) return "Free";
  const money = formatMoney(totalAmount, currency);
  return places === 1 ? money : `${money} for ${places === 2 ? "both" : `all ${places}`}`;
}
