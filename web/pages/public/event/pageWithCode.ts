/** Computed in the browser, because the server renders the same page for everybody. */

import { formatMoney, needCents } from "../../../../contract/rules/money/money.ts";
import { ticketSaleState } from "../../../../contract/rules/sales.ts";
import type { PromoCodeOffer } from "../../../../contract/shapes/promoCode.ts";
import type { EventPage } from "../../../event/eventPage.ts";
import { offersOf, priceRange, type TicketOffer, taxWords } from "../../../event/saleOffer.ts";

export function pageWithCode(page: EventPage, promo: PromoCodeOffer | null, now: Date): EventPage {
  if (promo === null) return page;
  const { event } = page;
  const listedIds = new Set(page.offers.map(({ id }) => id));
  const openedTickets = promo.tickets.filter(({ id }) => !listedIds.has(id));
  const isAnyOnSale = openedTickets.some((ticket) => ticketSaleState(event, ticket, now) === "onSale");
  const state = isAnyOnSale ? "onSale" : page.state;
  const allOffers = [...page.offers, ...offersOf(event, openedTickets, now, state)];
  const prices = new Map(promo.tickets.map(({ id, priceWithCode }) => [id, priceWithCode]));
  const pricedOffers = allOffers.map((offer) => ({
    ...offer,
    priceWithCode: prices.get(offer.id) ?? offer.priceMinor,
  }));
  const withCents = needCents(
    pricedOffers.flatMap((offer) => [offer.priceWithCode, offer.priceMinor]),
    event.currency,
  );
  const priceText = (minor: number) => (minor === 0 ? "Free" : formatMoney(minor, event.currency, withCents));
  const offers = pricedOffers
    .map(
      ({ priceWithCode: priceMinor, ...offer }): TicketOffer => ({
        ...offer,
        price: priceText(priceMinor),
        priceMinor,
        ...(priceMinor < offer.priceMinor && { fullPrice: priceText(offer.priceMinor) }),
      }),
    )
    .sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
  const tickets = offers.map(({ priceMinor, taxRate = null }) => ({
    price: priceMinor,
    currency: event.currency,
    taxRate,
  }));
  return {
    ...page,
    offers,
    state,
    stateWords: state === "onSale" ? null : page.stateWords,
    price: priceRange(event, tickets),
    tax: taxWords(event, tickets),
    express: openedTickets.length > 0 ? null : page.express,
    onlyTicket: openedTickets.length > 0 ? null : page.onlyTicket,
  };
}
