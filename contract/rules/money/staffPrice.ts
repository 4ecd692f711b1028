import type { PricedLine } from "./tax.ts";

/**
 * Divides `price` (minor units) among the lines in proportion to their list prices; null if this leaves a rest. Free
 * lines stay free, unless all are free.
 */
export function linesAtPrice<Line extends PricedLine>(
  lines: readonly Line[],
  price: number,
): (Line & { total: number })[] | null {
  const listPrice = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const unitPrices = lines.map(({ unitPrice }) =>
    Math.floor(listPrice === 0 ? price / pieces : (price * unitPrice) / listPrice),
  );
  let rest = price - lines.reduce((sum, { quantity }, index) => sum + unitPrices[index]! * quantity, 0);
  // A line with one piece comes last, because it can take any rest.
  const largestFirst = lines
    .map(({ unitPrice, quantity }, index) => ({ unitPrice, quantity, index }))
    .filter(({ unitPrice }) => listPrice === 0 || unitPrice > 0);
  largestFirst.sort((one, other) => other.quantity - one.quantity);
  for (const { quantity, index } of largestFirst) {
    const more = Math.floor(rest / quantity);
    unitPrices[index] = unitPrices[index]! + more;
    rest -= more * quantity;
  }
  if (rest > 0) return null;
  return lines.map((line, index) => {
    const unitPrice = unitPrices[index]!;
    return { ...line, unitPrice, total: unitPrice * line.quantity };
  });
}
