/**
 * The offer for a visitor: the places of their hold count as available, tickets that their promo code covers have its
 * price, and tickets that only this code opens are listed. Pure.
 */
import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import {
  type Choice,
  codeUsesOfChoice,
  type OfferedTicket,
  offerWithHold,
  type SaleOffer,
} from "./choice.ts";
import type { Hold } from "./draft.ts";

/** The offer for a visitor: their own hold counts as available, and their code is applied. */
export function ownOfferOf(offer: SaleOffer, hold: Hold | null, promo: PromoCodeOffer | null): SaleOffer {
  if (hold === null) return withPromoCode(offer, promo, null);
  // If the hold was made with the same code, its uses of the code count as still available.
  const isSameCode = hold.quote.promoCode === promo?.code;
  return offerWithHold(withPromoCode(offer, promo, isSameCode ? hold.choice : null), hold.choice);
}

/** The offer with a code. `held` is what the visitor already holds with it; these uses count as still available. */
export function withPromoCode(
  offer: SaleOffer,
  promo: PromoCodeOffer | null,
  held: Choice | null,
): SaleOffer {
  if (promo === null) return offer;
  const left = promo.left === null || held === null ? promo.left : promo.left + codeUsesOfChoice(promo, held);
  return { ...offer, tickets: ticketsWithCode(offer.tickets, promo), promo: { ...promo, left } };
}

/** The tickets on offer with a code, in the event's order. A ticket that the page lists is taken from the page. */
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
