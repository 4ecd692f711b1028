/** Bought items on one line: "2 × Standard, 1 × Dinner". A number and its item are never on two lines. */
export function itemsText(items: readonly { title: string; quantity: number }[]): string {
  return items.map(({ quantity, title }) => `${quantity}\u00a0×\u00a0${title}`).join(", ");
}
