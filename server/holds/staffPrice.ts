/** Prices an order that staff make by hand: what they agreed on replaces the list price. Pure. */
import type { OrderLine } from "../db/schema/people.ts";
import { type DomainError, invalidInput } from "../domainError.ts";

/**
 * The lines with `price` (minor units) divided over them in proportion to their list prices, or the refusal. A line
 * has one price for each of its pieces, so a price that the pieces cannot share in whole minor units is refused.
 */
export function linesAtPrice(lines: readonly OrderLine[], price: number): OrderLine[] | DomainError {
  const listPrice = lines.reduce((sum, { total }) => sum + total, 0);
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const unitPrices = lines.map(({ unitPrice }) =>
    Math.floor(listPrice === 0 ? price / pieces : (price * unitPrice) / listPrice),
  );
  let rest = price - lines.reduce((sum, { quantity }, index) => sum + unitPrices[index]! * quantity, 0);
  // The largest lines first: a line with one piece takes whatever is left.
  const largestFirst = lines.map(({ quantity }, index) => ({ quantity, index }));
  largestFirst.sort((one, other) => other.quantity - one.quantity);
  for (const { quantity, index } of largestFirst) {
    const more = Math.floor(rest / quantity);
    unitPrices[index] = unitPrices[index]! + more;
    rest -= more * quantity;
  }
  if (rest > 0)
    return invalidInput([
      { path: "price", message: `cannot be divided by ${pieces}, the number of tickets and extras` },
    ]);
  return lines.map((line, index) => {
    const unitPrice = unitPrices[index]!;
    return { ...line, unitPrice, total: unitPrice * line.quantity };
  });
}
