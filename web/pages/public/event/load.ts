/**
 * What the event page shows, put into words here: the server does it once, and the browser, which takes the page over
 * on slow phones too, has nothing left to format.
 */
import type { Event } from "../../../../contract/event.ts";
import { type EventTimeText, formatEventTime } from "../../../../contract/rules/eventTime.ts";
import { eventSaleState, overallSaleState, type SaleState } from "../../../../contract/rules/sales.ts";
import type { EventSupport } from "../../../../contract/sponsorship.ts";
import type { Api } from "../../../api/client.ts";
import { eventSaleWords } from "../purchase/saleWords.ts";
import { eventJsonLd } from "./eventJsonLd.ts";
import { timeOf } from "./eventTime.ts";
import { expressTicketOf } from "./expressTicket.ts";
import { fromPrice, type Offer, offersOf, saleOpening, taxWords } from "./saleOffer.ts";

export interface EventPage {
  event: Event;
  when: EventTimeText;
  state: SaleState;
  /** Why nothing can be had; null when something can. */
  stateWords: { title: string; text: string } | null;
  offers: Offer[];
  /** "From $25"; null when there are no tickets. */
  price: string | null;
  tax: string | null;
  support: EventSupport;
  /** Whether the event's sale is open, whatever is left of its tickets: before and after it no code changes anything. */
  isSelling: boolean;
  /** The free ticket that can be had right here, or null (docs/wire.md §5). */
  expressTicketId: number | null;
  /** The page's own address, absolute, as others should know it. */
  url: string;
  jsonLd: object;
}

/** Neither packages nor sponsors. */
export const noSupport: EventSupport = { hasPackages: false, sponsors: [] };

/** What a page is loaded for: an event's slug, and the page's address without a query. */
interface Wanted {
  slug: string;
  url: string;
  signal: AbortSignal;
}

/** Loads it; an unknown slug is the server's refusal with status 404. */
export async function loadEventPage(api: Api, { slug, url, signal }: Wanted): Promise<EventPage> {
  const options = { signal, suppressToasts: true };
  const event = await api.get("event/getEventBySlug", { slug }, options);
  const [all, support] = await Promise.all([
    api.get("ticket/getTicketsByEventId", { eventId: event.id }, options),
    // A page without its sponsors is still a page.
    api.get("sponsorship/getSupport", { eventId: event.id }, options).catch(() => noSupport),
  ]);
  const tickets = all
    .filter(({ isActive }) => isActive)
    .sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
  const now = new Date();
  const state = overallSaleState(event, tickets, now);
  return {
    event,
    when: formatEventTime(timeOf(event)),
    state,
    stateWords: eventSaleWords(state, saleOpening(event, tickets)),
    offers: offersOf(event, tickets, now),
    price: fromPrice(tickets),
    tax: state === "onSale" ? taxWords(event, tickets) : null,
    support,
    isSelling: eventSaleState(event, now) === "onSale",
    expressTicketId: state === "onSale" ? await expressTicketOf(api, tickets, options) : null,
    url,
    jsonLd: eventJsonLd(event, tickets, {
      url,
      image: new URL(`${event.bannerUrl}?w=1280`, url).href,
      now,
    }),
  };
}

/** The page as it was, with nothing for sale: what is left nobody knows for the moment. */
export function withoutSale(page: EventPage): EventPage {
  if (page.state === "over" || page.state === "cancelled") return page;
  return {
    ...page,
    state: "notActive",
    stateWords: {
      title: "Nothing can be bought for a moment",
      text: "We cannot reach our records right now. Your tickets stay valid. Please load this page again in a few minutes.",
    },
    offers: page.offers.map((offer) => ({ ...offer, note: null, isClosed: true, hasWaitingList: false })),
    tax: null,
    support: { ...page.support, hasPackages: false },
    isSelling: false,
    expressTicketId: null,
  };
}
