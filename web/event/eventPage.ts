/** Many prices and times are texts, so that a slow phone need not format them. */

import type { SaleState } from "../../contract/rules/sales.ts";
import type { EventTimeText } from "../../contract/rules/time/eventTime.ts";
import type { Event } from "../../contract/shapes/event.ts";
import type { FormQuestion } from "../../contract/shapes/form.ts";
import type { EventSupport } from "../../contract/shapes/sponsorship.ts";
import type { TicketOffer } from "./saleOffer.ts";

export interface ExpressOffer {
  /** The free ticket. */
  ticketId: number;
  /** The most people in one registration now; `limitWords` says why not more. */
  maxPeople: number;
  limitWords: string;
  /** Whether each guest is named, and not only the buyer. */
  everyGuest: boolean;
  namesLater: boolean;
  questions: FormQuestion[];
  /** The free extras on sale. */
  extras: { id: number; name: string; description: string; max: number }[];
}

export interface OnlyTicket {
  id: number;
  max: number;
  limitWords: string;
}

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
  /** If false, promo codes do not change this page. Sold-out tickets do not make it false. */
  isSelling: boolean;
  /** The form that registers on this page, or null (docs/wire.md §5). */
  express: ExpressOffer | null;
  /** The ticket whose number is chosen on this page, or null (docs/wire.md §5). */
  onlyTicket: OnlyTicket | null;
  /** Absolute. */
  url: string;
  jsonLd: object;
}

export const noSupport: EventSupport = { hasPackages: false, sponsors: [] };
