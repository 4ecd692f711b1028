/**
 * What the page of an event shows, already in words: the server formats them once, and the browser, which takes the page
 * over on slow phones too, has nothing left to format.
 */

import type { EventTimeText } from "../../contract/rules/eventTime.ts";
import type { SaleState } from "../../contract/rules/sales.ts";
import type { Event } from "../../contract/shapes/event.ts";
import type { EventSupport } from "../../contract/shapes/sponsorship.ts";
import type { TicketOffer } from "./saleOffer.ts";

export interface EventPage {
  event: Event;
  when: EventTimeText;
  state: SaleState;
  /** Why nothing can be had; null when something can. */
  stateWords: { title: string; text: string } | null;
  offers: TicketOffer[];
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
