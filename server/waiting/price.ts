/** The price of the places of an entry, as an order of them would cost now. Pure. */
import { totalsOf } from "../../contract/rules/money.ts";
import { taxOfEvent } from "../events/present.ts";
import type { EntryWithState } from "./rows.ts";

/** With tax, in minor units; without a promo code. */
export function placesPrice(
  { places, ticket_price }: Pick<EntryWithState, "places" | "ticket_price">,
  event: Parameters<typeof taxOfEvent>[0],
): number {
  return totalsOf([{ unitPrice: ticket_price, quantity: places }], taxOfEvent(event)).totalAmount;
}
