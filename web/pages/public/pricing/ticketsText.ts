export function ticketsText(quantity: number): string {
  return `${quantity === 1 ? "With 1 ticket" : `With ${quantity} tickets`} for you and your guests`;
}
