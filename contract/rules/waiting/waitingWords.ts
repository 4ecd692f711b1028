/** Words of a waiting list that pages and mails share. Pure. */
import { formatMoney } from "../money/money.ts";

/** An event's hours for offers in words: "24 hours". An offer may end at another time. */
export function offerHoursWords(hours: number): string {
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** The price of all places: "Free", "€25", "€50 for both". */
export function placesPriceWords(
  totalAmount: number,
  { places, currency }: { places: number; currency: string },
): string {
  if (totalAmount === 0) return "Free";
  const money = formatMoney(totalAmount, currency);
  return places === 1 ? money : `${money} for ${places === 2 ? "both" : `all ${places}`}`;
}
