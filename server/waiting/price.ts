import { totalsOf } from "../../contract/rules/money/tax.ts";
import { taxOfEvent } from "../events/present.ts";
import type { EntryWithState } from "./rows.ts";

/** The price of an entry's places with tax, in minor units: the offered price of an open offer, else today's. Pure. */
export function placesPrice(
  entry: Pick<EntryWithState, "places" | "ticket_price" | "tax_rate" | "state_now" | "hold_total">,
  event: Parameters<typeof taxOfEvent>[0],
): number {
  const { places, ticket_price, tax_rate, state_now, hold_total } = entry;
  if (state_now === "offered" && hold_total !== null) return hold_total;
  const line = { unitPrice: ticket_price, quantity: places, taxRate: tax_rate };
  return totalsOf([line], taxOfEvent(event)).totalAmount;
}
