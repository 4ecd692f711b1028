/**
 * The data of an event's page, formatted as text: the server formats it once, so a slow phone has nothing left to
 * format.
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
  /** Why nothing is on sale; null if something is. */
  stateWords: { title: string; text: string } | null;
  offers: TicketOffer[];
  /** "From $25"; null without tickets. */
  price: string | null;
  tax: string | null;
  support: EventSupport;
  /**
   * Whether the event's sale is open, even if its tickets are sold out. Outside the sale a promo code changes nothing.
   */
  isSelling: boolean;
  /** The free ticket that can be booked on this page, or null (docs/wire.md §5). */
  expressTicketId: number | null;
  /** The page's public address, absolute. */
  url: string;
  jsonLd: object;
}

/** Neither packages nor sponsors. */
export const noSupport: EventSupport = { hasPackages: false, sponsors: [] };
