/**
 * What is on offer to somebody with a promo code: the tickets it covers at their price with it, and those that are
 * listed to nobody else. Pure. Invariant: without a code nothing changes.
 */
import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import { type Choice, codeUsesOfChoice, type OfferedTicket, type SaleOffer } from "./choice.ts";

/** The offer with a code. `held` is what its visitor holds with it already: that much of it is left for them besides. */
export function withPromoCode(
  offer: SaleOffer,
  promo: PromoCodeOffer | null,
  held: Choice | null,
): SaleOffer {
  if (promo === null) return offer;
  const left = promo.left === null || held === null ? promo.left : promo.left + codeUsesOfChoice(promo, held);
  return { ...offer, tickets: ticketsWithCode(offer.tickets, promo), promo: { ...promo, left } };
}

/** The tickets on offer with a code, in the event's order. Those that are listed are as the page has read them. */
function ticketsWithCode(listed: readonly OfferedTicket[], promo: PromoCodeOffer): OfferedTicket[] {
  const isListed = new Set(listed.map(({ id }) => id));
  const opened = promo.tickets.filter(({ id }) => !isListed.has(id));
  const prices = new Map(promo.tickets.map(({ id, priceWithCode }) => [id, priceWithCode]));
  const all = [...listed, ...opened].map((ticket): OfferedTicket => {
    const price = prices.get(ticket.id) ?? ticket.price;
    return price < ticket.price ? { ...ticket, price, fullPrice: ticket.price } : ticket;
  });
  return opened.length === 0 ? all : all.sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
}
