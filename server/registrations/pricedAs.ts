import { taxesOf } from "../../contract/rules/money/tax.ts";
import type { OrderItem } from "../../contract/shapes/order.ts";
import type { RegistrationRow } from "./rows.ts";

/** The amounts of a registration or order as stored, with the tax of each line. Minor units. */
export function pricedAs<Line extends OrderItem>(
  row: Pick<RegistrationRow, "subtotal" | "tax" | "total_amount" | "prices_include_tax" | "tax_percent">,
  lines: readonly Line[],
) {
  const totals = { subtotal: row.subtotal, tax: row.tax, totalAmount: row.total_amount };
  const orderTax = { pricesIncludeTax: row.prices_include_tax, taxPercent: row.tax_percent };
  return { ...totals, ...taxesOf(lines, { ...totals, ...orderTax }) };
}
