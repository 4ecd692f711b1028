/** An event's tickets in a few words: from which price, and what tax comes on top. Pure. */
import type { Event } from "../../../../contract/event.ts";
import { formatMoney } from "../../../../contract/rules/money.ts";
import type { Ticket } from "../../../../contract/ticket.ts";

/** "Free", "$25", "From $25": the price of the cheapest ticket that can be had; null when there is none. */
export function fromPrice(tickets: readonly Pick<Ticket, "price" | "currency">[]): string | null {
  const [cheapest, ...others] = [...tickets].sort((a, b) => a.price - b.price);
  if (cheapest === undefined) return null;
  const price = cheapest.price === 0 ? "Free" : formatMoney(cheapest.price, cheapest.currency);
  return others.some((other) => other.price !== cheapest.price) ? `From ${price.toLowerCase()}` : price;
}

/** What is added to the prices, as a sentence; null when nothing is. */
export function taxWords(
  event: Pick<Event, "taxType" | "taxAmount" | "currency">,
  tickets: readonly Pick<Ticket, "price">[],
): string | null {
  if (event.taxAmount === 0 || tickets.every(({ price }) => price === 0)) return null;
  return event.taxType === "percent"
    ? `Plus ${event.taxAmount}% tax.`
    : `Plus ${formatMoney(event.taxAmount, event.currency)} tax on each order.`;
}
