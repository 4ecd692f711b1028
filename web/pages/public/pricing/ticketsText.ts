/** How many tickets a sponsor's package contains, in words. Pure. */

/** "With 4 tickets for you and your guests" */
export function ticketsText(quantity: number): string {
  return `${quantity === 1 ? "With 1 ticket" : `With ${quantity} tickets`} for you and your guests`;
}
