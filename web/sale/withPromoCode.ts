import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import { type Choice, codeUsesOfChoice, type OfferedTicket, type SaleOffer } from "./choice.ts";

/** `held` is the visitor's hold if it has this code; its uses count as still available. */
export function withPromoCode(
  offer: SaleOffer,
  promo: PromoCodeOffer | null,
  held: Choice | null,
): SaleOffer {
  if (promo === null) return offer;
  const left = promo.left === null || held === null ? promo.left : promo.left + codeUsesOfChoice(promo, held);
  return { ...offer, tickets: ticketsWithCode(offer.tickets, promo), promo: { ...promo, left } };
}

function ticketsWithCode(listed: readonly OfferedTicket[], promo: PromoCodeOffer): OfferedTicket[] {
  const listedIds = new Set(listed.map(({ id }) => id));
  const openedTickets = promo.tickets.filter(({ id }) => !listedIds.has(id));
  const prices = new Map(promo.tickets.map(({ id, priceWithCode }) => [id, priceWithCode]));
  const all = [...listed, ...openedTickets].map((ticket): OfferedTicket => {
    const price = prices.get(ticket.id) ?? ticket.price;
    return price < ticket.price ? { ...ticket, price, fullPrice: ticket.price } : ticket;
  });
  return openedTickets.length === 0 ? all : all.sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
}
