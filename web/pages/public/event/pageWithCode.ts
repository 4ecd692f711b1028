/**
 * The event page with a promo code: its prices, and the tickets that only it opens. Pure. Computed in the browser from
 * the page that the server has rendered for everybody.
 */

import { formatMoney, needCents } from "../../../../contract/rules/money.ts";
import { ticketSaleState } from "../../../../contract/rules/sales.ts";
import type { PromoCodeOffer } from "../../../../contract/shapes/promoCode.ts";
import type { EventPage } from "../../../event/eventPage.ts";
import { fromPrice, offersOf, type TicketOffer, taxWords } from "../../../event/saleOffer.ts";

/** The page with a code applied. */
export function pageWithCode(page: EventPage, promo: PromoCodeOffer | null, now: Date): EventPage {
  if (promo === null) return page;
  const { event } = page;
  const isListed = new Set(page.offers.map(({ id }) => id));
  const opened = promo.tickets.filter(({ id }) => !isListed.has(id));
  const isOpening = opened.some((ticket) => ticketSaleState(event, ticket, now) === "onSale");
  const state = isOpening ? "onSale" : page.state;
  const all = [...page.offers, ...offersOf(event, opened, now, state)];
  const prices = new Map(promo.tickets.map(({ id, priceWithCode }) => [id, priceWithCode]));
  const priced = all.map((offer) => ({ ...offer, now: prices.get(offer.id) ?? offer.priceMinor }));
  const withCents = needCents(
    priced.flatMap((offer) => [offer.now, offer.priceMinor]),
    event.currency,
  );
  const text = (minor: number) => (minor === 0 ? "Free" : formatMoney(minor, event.currency, withCents));
  const offers = priced
    .map(
      ({ now: priceMinor, ...offer }): TicketOffer => ({
        ...offer,
        price: text(priceMinor),
        priceMinor,
        ...(priceMinor < offer.priceMinor && { fullPrice: text(offer.priceMinor) }),
      }),
    )
    .sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
  const tickets = offers.map(({ priceMinor }) => ({ price: priceMinor, currency: event.currency }));
  return {
    ...page,
    offers,
    state,
    stateWords: state === "onSale" ? null : page.stateWords,
    price: fromPrice(tickets),
    tax: state === "onSale" ? taxWords(event, tickets) : null,
    expressTicketId: opened.length > 0 ? null : page.expressTicketId,
  };
}
