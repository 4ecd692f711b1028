import type { Admission, DoorScan, Handover } from "../../shapes/door/door.ts";

interface PurchasedItems {
  readonly items: readonly { readonly quantity: number }[];
  readonly handovers: readonly Handover[];
}

/** How much of each item was handed over: at most what was bought, even if offline doors gave out more. */
export function handedCounts({ items, handovers }: PurchasedItems): number[] {
  return items.map(({ quantity }, line) =>
    Math.min(
      quantity,
      handovers.reduce((sum, { counts }) => sum + (counts[line] ?? 0), 0),
    ),
  );
}

/** How much of each item is not handed over yet. */
export function leftCounts(purchase: PurchasedItems): number[] {
  const handed = handedCounts(purchase);
  return purchase.items.map(({ quantity }, line) => quantity - handed[line]!);
}

/** How much of each item is in the lines of a scan. */
export function countsOfLines(items: readonly unknown[], lines: NonNullable<DoorScan["lines"]>): number[] {
  return items.map((_, line) =>
    lines.reduce((sum, chosen) => sum + (chosen.line === line ? chosen.quantity : 0), 0),
  );
}

/** The items with a count above 0. */
export function countedItems<Item extends { readonly title: string }>(
  items: readonly Item[],
  counts: readonly number[],
): { title: string; quantity: number }[] {
  return items
    .map(({ title }, line) => ({ title, quantity: counts[line] ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
}

/** Whether at least these counts are left. */
export function areLeft(purchase: PurchasedItems, counts: readonly number[]): boolean {
  return leftCounts(purchase).every((left, line) => (counts[line] ?? 0) <= left);
}

/** The handover after which nothing was left; null while something is left. */
export function completingHandover({ items, handovers }: PurchasedItems): Admission | null {
  const lastIndex = handovers.findIndex((_, index) =>
    leftCounts({ items, handovers: handovers.slice(0, index + 1) }).every((left) => left === 0),
  );
  if (lastIndex === -1) return null;
  const { scanId, at, gate, by } = handovers[lastIndex]!;
  return { scanId, at, gate, by };
}
