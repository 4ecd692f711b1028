/** What an order of an entry's places would cost now. Pure. */
import { totalsOf } from "../../contract/rules/money/tax.ts";
import { taxOfEvent } from "../events/present.ts";
import type { EntryWithState } from "./rows.ts";

/** With tax, in minor units; without a promo code. */
export function placesPrice(
  { places, ticket_price, tax_rate }: Pick<EntryWithState, "places" | "ticket_price" | "tax_rate">,
  event: Parameters<typeof taxOfEvent>[0],
): number {
  const line = { unitPrice: ticket_price, quantity: places, taxRate: tax_rate };
  return totalsOf([line], taxOfEvent(event)).totalAmount;
}
