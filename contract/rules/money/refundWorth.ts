/** The worth of some lines of an order in a refund. Server and browser use this same function. */
import { addedTaxOf, type PricedLine, type TaxedOrder } from "./tax.ts";

/**
 * Minor units: the unit prices, and the tax that was added to them, of each line at its own rate. Prices that include
 * tax have it inside.
 */
export function refundAmountOf(order: TaxedOrder, lines: readonly PricedLine[]): number {
  const part = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  return part + addedTaxOf(order, lines);
}
