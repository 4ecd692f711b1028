/** How much is refunded for some lines of an order. Server and browser use this same function. */
import { addedTaxOf, type PricedLine, type TaxedOrder } from "./tax.ts";

/**
 * The prices of the lines and the tax that was added to them, each line at its own rate, in minor units. Nothing is
 * added to prices that include tax.
 */
export function refundAmountOf(order: TaxedOrder, lines: readonly PricedLine[]): number {
  const part = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  return part + addedTaxOf(order, lines);
}
