/** What the places of an entry cost: those of an offer as they were offered, others as they would cost now. Pure. */
import { totalsOf } from "../../contract/rules/money/tax.ts";
import { taxOfEvent } from "../events/present.ts";
import type { EntryWithState } from "./rows.ts";

/** With tax, in minor units; without a promo code. */
export function placesPrice(
  entry: Pick<EntryWithState, "places" | "ticket_price" | "tax_rate" | "state_now" | "hold_total">,
  event: Parameters<typeof taxOfEvent>[0],
): number {
  const { places, ticket_price, tax_rate, state_now, hold_total } = entry;
  if (state_now === "offered" && hold_total !== null) return hold_total;
  const line = { unitPrice: ticket_price, quantity: places, taxRate: tax_rate };
  return totalsOf([line], taxOfEvent(event)).totalAmount;
}
