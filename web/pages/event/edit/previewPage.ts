import { overallSaleState } from "../../../../contract/rules/sales.ts";
import { formatEventTime } from "../../../../contract/rules/time/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { type EventPage, noSupport } from "../../../event/eventPage.ts";
import { timeOf } from "../../../event/eventTime.ts";
import { offersOf, priceRange, saleOpening, taxWords } from "../../../event/saleOffer.ts";
import { eventSaleWords } from "../../../event/saleWords.ts";

/** A draft is shown as if it were published. */
export function previewPageOf(draft: Event, allTickets: readonly Ticket[], now: Date): EventPage {
  const event = { ...draft, isActive: true };
  const tickets = allTickets.filter(({ isActive, isHidden }) => isActive && !isHidden);
  const state = overallSaleState(event, tickets, now);
  return {
    event,
    when: formatEventTime(timeOf(event)),
    state,
    stateWords: eventSaleWords(state, saleOpening(event, tickets, now)),
    offers: offersOf(event, tickets, now),
    price: priceRange(event, tickets),
    tax: taxWords(event, tickets),
    // The preview has no sponsors, and no promo code works in it.
    support: noSupport,
    isSelling: false,
    express: null,
    onlyTicket: null,
    url: "",
    jsonLd: {},
  };
}
