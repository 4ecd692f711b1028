/** What some lines of an order are worth when they are given back. Server and browser reckon by this same function. */
import type { PricedLine } from "./money.ts";

/** Minor units: unit prices, and of the order's tax the share that these lines have in its subtotal, rounded half up. */
export function refundWorth(order: { subtotal: number; tax: number }, lines: readonly PricedLine[]): number {
  const part = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  return part + (order.subtotal === 0 ? 0 : Math.round((order.tax * part) / order.subtotal));
}
