/** Writes "2 × Standard, 1 × Dinner", without a line break between a number and its item. */
export function itemsText(items: readonly { title: string; quantity: number }[]): string {
  return items.map(({ quantity, title }) => `${quantity}\u00a0×\u00a0${title}`).join(", ");
}
