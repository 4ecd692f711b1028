import { leftCounts } from "../../contract/rules/door/handovers.ts";
import type { DoorPurchase, DoorScan, Handover } from "../../contract/shapes/door/door.ts";

/** A copy from an older server has only `redemption`: one handover of everything. */
export function handoversIn({
  handovers,
  redemption,
  items,
}: Pick<DoorPurchase, "handovers" | "redemption" | "items">): readonly Handover[] {
  if (handovers !== undefined) return handovers;
  return redemption === null ? [] : [{ ...redemption, counts: items.map(({ quantity }) => quantity) }];
}

export function leftOf(purchase: Pick<DoorPurchase, "handovers" | "redemption" | "items">): number[] {
  return leftCounts({ items: purchase.items, handovers: handoversIn(purchase) });
}

export function sumOfCounts(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

export function linesOfCounts(counts: readonly number[]): NonNullable<DoorScan["lines"]> {
  return counts.map((quantity, line) => ({ line, quantity })).filter(({ quantity }) => quantity > 0);
}
