/** Bought items on one line: "2 × Standard, 1 × Dinner". */
export function itemsText(items: readonly { title: string; quantity: number }[]): string {
  return items.map(({ quantity, title }) => `${quantity} × ${title}`).join(", ");
}
