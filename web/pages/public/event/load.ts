import { eventSaleState, overallSaleState } from "../../../../contract/rules/sales.ts";
import { formatEventTime } from "../../../../contract/rules/time/eventTime.ts";
import type { Api } from "../../../api/client.ts";
import { type EventPage, noSupport } from "../../../event/eventPage.ts";
import { timeOf } from "../../../event/eventTime.ts";
import { offersOf, priceRange, saleOpening, taxWords } from "../../../event/saleOffer.ts";
import { eventSaleWords } from "../../../event/saleWords.ts";
import { eventJsonLd } from "./eventJsonLd.ts";
import { expressOfferOf } from "./expressOffer.ts";
import { onlyTicketOf } from "./onlyTicket.ts";

interface PageRequest {
  slug: string;
  url: string;
  signal: AbortSignal;
}

/** An unknown slug fails with the server's 404. */
export async function loadEventPage(api: Api, { slug, url, signal }: PageRequest): Promise<EventPage> {
  const options = { signal, suppressToasts: true };
  const event = await api.get("event/getEventBySlug", { slug }, options);
  const [allTickets, support] = await Promise.all([
    api.get("ticket/getTicketsByEventId", { eventId: event.id }, options),
    // The page also works without its sponsors.
    api.get("sponsorship/getSupport", { eventId: event.id }, options).catch(() => noSupport),
  ]);
  const tickets = allTickets
    .filter(({ isActive }) => isActive)
    .sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
  const now = new Date();
  const state = overallSaleState(event, tickets, now);
  const isOnSale = state === "onSale";
  const [express, onlyTicket] = await Promise.all([
    isOnSale ? expressOfferOf(api, { event, tickets }, options) : null,
    isOnSale ? onlyTicketOf(api, { event, tickets }, options) : null,
  ]);
  return {
    event,
    when: formatEventTime(timeOf(event)),
    state,
    stateWords: eventSaleWords(state, saleOpening(event, tickets, now)),
    offers: offersOf(event, tickets, now),
    price: priceRange(event, tickets),
    tax: state === "over" || state === "cancelled" ? null : taxWords(event, tickets),
    support,
    isSelling: eventSaleState(event, now) === "onSale",
    express,
    onlyTicket,
    url,
    jsonLd: eventJsonLd(event, tickets, {
      url,
      image: new URL(`${event.bannerUrl}?w=1280`, url).href,
      now,
    }),
  };
}

/** For a page whose current stock is unknown. */
export function withoutSale(page: EventPage): EventPage {
  if (page.state === "over" || page.state === "cancelled") return page;
  return {
    ...page,
    state: "notActive",
    stateWords: {
      title: "Tickets are not on sale at the moment",
      text: "We cannot reach our database right now. Tickets that you have stay valid. Please load this page again in a few minutes.",
    },
    offers: page.offers.map((offer) => ({ ...offer, note: null, isClosed: true, hasWaitingList: false })),
    tax: null,
    support: { ...page.support, hasPackages: false },
    isSelling: false,
    express: null,
    onlyTicket: null,
  };
}
