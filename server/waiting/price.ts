import { totalsOf } from "../../contract/rules/money/tax.ts";
import { taxOfEvent } from "../events/present.ts";
import type { EntryWithState } from "./rows.ts";

/** The price with tax, in minor units: of an open offer as it was offered, otherwise as it would be now. Pure. */
export function placesPrice(
  entry: Pick<EntryWithState, "places" | "ticket_price" | "tax_rate" | "state_now" | "hold_total">,
  event: Parameters<typeof taxOfEvent>[0],
): number {
  const { places, ticket_price, tax_rate, state_now, hold_total } = entry;
  if (state_now === "offered" && hold_total !== null) return hold_total;
  const line = { unitPrice: ticket_price, quantity: places, taxRate: tax_rate };
  return totalsOf([line], taxOfEvent(event)).totalAmount;
}
