/** Extras to hand over, in counts and words. Pure. */
import { countedItems } from "../../../../../contract/rules/door/handovers.ts";
import type { DoorPurchase } from "../../../../../contract/shapes/door/door.ts";
import { handoversIn, leftOf, sumOfCounts } from "../../../../door/handovers.ts";
import { itemsText } from "../../../../words/itemsText.ts";
import { type DoorClocks, placeWords } from "./verdictWords.ts";

/** The chosen counts, never more than what is left. Nothing chosen yet means all that is left. */
export function countsToHand(purchase: DoorPurchase, chosen: readonly number[] | undefined): number[] {
  return leftOf(purchase).map((left, line) => Math.min(left, chosen?.[line] ?? left));
}

/** What is left of one line, such as "2 of 3 left". */
export function leftWords(left: number, quantity: number): string {
  if (left > 0) return `${left} of ${quantity} left`;
  return quantity === 1 ? "Handed over" : `All ${quantity} handed over`;
}

/** The label of the button, such as "Hand over 1 of 3". */
export function handOverWords(purchase: DoorPurchase, counts: readonly number[]): string {
  const [count, left] = [sumOfCounts(counts), sumOfCounts(leftOf(purchase))];
  if (count === 0 || left === 1) return "Hand over";
  return count === left ? `Hand over all ${left}` : `Hand over ${count} of ${left}`;
}

/** "2 × Wine left"; null if nothing is left. */
export function stillLeftWords(purchase: DoorPurchase): string | null {
  const words = countedText(purchase, leftOf(purchase));
  return words === "" ? null : `${words} left`;
}

/** The counts with the names of their items: "1 × Wine, 2 × Badge". */
export function countedText({ items }: Pick<DoorPurchase, "items">, counts: readonly number[]): string {
  return itemsText(countedItems(items, counts));
}

/** The handovers, such as "1 × Wine handed over 19:42 at North gate". */
export function handoverTexts(purchase: DoorPurchase, clocks: DoorClocks): { key: string; words: string }[] {
  return handoversIn(purchase).map((handover) => ({
    key: handover.scanId,
    words: `${countedText(purchase, handover.counts)} handed over ${placeWords(handover, clocks)}`,
  }));
}
