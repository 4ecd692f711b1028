import { countedItems } from "../../../../../contract/rules/door/handovers.ts";
import type { DoorPurchase } from "../../../../../contract/shapes/door/door.ts";
import { handoversIn, leftOf, sumOfCounts } from "../../../../door/handovers.ts";
import { itemsText } from "../../../../words/itemsText.ts";
import { type DoorClocks, placeWords } from "./verdictWords.ts";

/** Nothing chosen yet means all that is left. */
export function countsToHand(purchase: DoorPurchase, chosen: readonly number[] | undefined): number[] {
  return leftOf(purchase).map((left, line) => Math.min(left, chosen?.[line] ?? left));
}

export function leftWords(left: number, quantity: number): string {
  if (left > 0) return `${left} of ${quantity} left`;
  return quantity === 1 ? "Handed over" : `All ${quantity} handed over`;
}

export function handOverWords(purchase: DoorPurchase, counts: readonly number[]): string {
  const [count, left] = [sumOfCounts(counts), sumOfCounts(leftOf(purchase))];
  if (count === 0 || left === 1) return "Hand over";
  return count === left ? `Hand over all ${left}` : `Hand over ${count} of ${left}`;
}

export function stillLeftWords(purchase: DoorPurchase): string | null {
  const words = countedText(purchase, leftOf(purchase));
  return words === "" ? null : `${words} left`;
}

export function countedText({ items }: Pick<DoorPurchase, "items">, counts: readonly number[]): string {
  return itemsText(countedItems(items, counts));
}

export function handoverTexts(purchase: DoorPurchase, clocks: DoorClocks): { key: string; words: string }[] {
  return handoversIn(purchase).map((handover) => ({
    key: handover.scanId,
    words: `${countedText(purchase, handover.counts)} handed over ${placeWords(handover, clocks)}`,
  }));
}
