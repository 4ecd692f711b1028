import { overallSaleState, type SaleState } from "../../../../contract/rules/sales.ts";
import { formatEventTime } from "../../../../contract/rules/time/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import type { Api, CallOptions } from "../../../api/client.ts";
import { timeOf } from "../../../event/eventTime.ts";
import { priceRange } from "../../../event/saleOffer.ts";
import { type UpcomingPage, type UpcomingQuery, upcomingPage } from "./upcoming.ts";

export interface HomeCard {
  id: number;
  slug: string;
  name: string;
  location: string;
  clubName: string;
  bannerUrl: string;
  startDatetime: string;
  when: string;
  price: string | null;
  badge: string | null;
}

export interface HomePage extends Omit<UpcomingPage, "events"> {
  cards: HomeCard[];
}

const badges: Partial<Record<SaleState, string>> = {
  soldOut: "Sold out",
  notYet: "On sale soon",
  closed: "Sales ended",
  cancelled: "Cancelled",
};

export async function loadHome(api: Api, wanted: UpcomingQuery, signal: AbortSignal): Promise<HomePage> {
  const options = { signal, suppressToasts: true };
  const now = new Date();
  const all = await api.get("event/getAllActiveEvents", {}, options);
  const { events, ...rest } = upcomingPage(all, wanted, now);
  return { ...rest, cards: await cardsOf(api, events, options, now) };
}

export function cardsOf(
  api: Api,
  events: readonly Event[],
  options: CallOptions,
  now = new Date(),
): Promise<HomeCard[]> {
  const cards = events.map(async (event) => {
    // A card is also shown without its price.
    const tickets = await api
      .get("ticket/getTicketsByEventId", { eventId: event.id }, options)
      .catch(() => null);
    return eventCardOf(event, tickets, now);
  });
  return Promise.all(cards);
}

/** `tickets` is null if they could not be loaded. */
export function eventCardOf(event: Event, tickets: readonly Ticket[] | null, now: Date): HomeCard {
  const activeTickets = tickets?.filter(({ isActive }) => isActive) ?? [];
  const state = overallSaleState(event, activeTickets, now);
  return {
    id: event.id,
    slug: event.slug,
    name: event.name,
    location: event.location,
    clubName: event.club.name,
    bannerUrl: event.bannerUrl,
    startDatetime: event.startDatetime,
    when: formatEventTime(timeOf(event)).text,
    price: state === "cancelled" ? null : priceRange(event, activeTickets),
    badge: tickets === null && state !== "cancelled" ? null : (badges[state] ?? null),
  };
}
