/** The worth of some lines of an order in a refund. Server and browser use this same function. */
import type { PricedLine } from "./money.ts";

/**
 * Minor units: the unit prices, plus the share of the order's tax that these lines have in its subtotal, rounded half
 * up. Prices that include tax have it inside.
 */
export function refundAmountOf(
  order: { subtotal: number; tax: number; pricesIncludeTax: boolean },
  lines: readonly PricedLine[],
): number {
  const part = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  if (order.pricesIncludeTax) return part;
  return part + (order.subtotal === 0 ? 0 : Math.round((order.tax * part) / order.subtotal));
}
