import { formatMoney, formatPercent, needCents } from "../../contract/rules/money/money.ts";
import type { TaxRate } from "../../contract/rules/money/tax.ts";
import { overallSaleState, ticketSaleState } from "../../contract/rules/sales.ts";
import type { Event } from "../../contract/shapes/event.ts";
import type { Ticket } from "../../contract/shapes/ticket.ts";
import { clocksOf } from "./eventTime.ts";
import { scarcityWords, ticketSaleWords } from "./saleWords.ts";

export interface TicketOffer {
  id: number;
  title: string;
  description: string;
  price: string;
  /** The price without the visitor's promo code, if that is higher. */
  fullPrice?: string;
  priceMinor: number;
  /** Replaces the event's tax for this ticket. */
  taxRate?: TaxRate;
  sortOrder: number;
  /**
   * The places left, or why the ticket is not on sale; null without either, or if the state of the whole event, without
   * a promo code, is the reason.
   */
  note: string | null;
  isClosed: boolean;
  /** It is sold out and has a waiting list. */
  hasWaitingList: boolean;
}

export function offersOf(
  event: Event,
  tickets: readonly Ticket[],
  now: Date,
  overall = overallSaleState(event, tickets, now),
): TicketOffer[] {
  const withCents = needCents(
    tickets.map(({ price }) => price),
    event.currency,
  );
  const opening = saleOpening(event, tickets, now).salesStart;
  const isLater = (start: string | null) => opening !== null && start !== null && start > opening;
  return tickets.map((ticket) => {
    const state = ticketSaleState(event, ticket, now);
    const salesStart = ticketStart(event, ticket);
    const closedWords = ticketSaleWords(state, { salesStart, ...clocksOf(event) });
    const left = Math.min(ticket.currentStock, event.placesLeft ?? ticket.currentStock);
    const note = closedWords ?? scarcityWords(left, event.config.showTicketsLeft);
    return {
      id: ticket.id,
      title: ticket.title,
      description: ticket.description,
      price: ticket.price === 0 ? "Free" : formatMoney(ticket.price, ticket.currency, withCents),
      priceMinor: ticket.price,
      ...(ticket.taxRate && { taxRate: ticket.taxRate }),
      sortOrder: ticket.sortOrder,
      note: closedWords !== null && state === overall && !isLater(salesStart) ? null : note,
      isClosed: closedWords !== null,
      hasWaitingList: ticket.hasWaitingList && state === "soldOut",
    };
  });
}

/** "Free", "$25", "From $25", "Free – $20", "From $25 plus tax"; null without tickets. */
export function priceRange(
  event: TaxedEvent,
  tickets: readonly (Pick<Ticket, "price" | "currency"> & { taxRate?: TaxRate | null })[],
): string | null {
  const sorted = [...tickets].sort((a, b) => a.price - b.price);
  const [cheapest] = sorted;
  const mostExpensive = sorted.at(-1);
  if (cheapest === undefined || mostExpensive === undefined) return null;
  const isRange = mostExpensive.price !== cheapest.price;
  const tax = !event.pricesIncludeTax && taxWords(event, tickets) !== null ? " plus tax" : "";
  if (cheapest.price === 0)
    return isRange ? `Free – ${formatMoney(mostExpensive.price, mostExpensive.currency)}${tax}` : "Free";
  const price = formatMoney(cheapest.price, cheapest.currency) + tax;
  return isRange ? `From ${price}` : price;
}

type TaxedEvent = Pick<Event, "taxType" | "taxAmount" | "pricesIncludeTax" | "currency">;

/** The sentence about tax; without a rate if the paid tickets have several. Null without tax, and if all are free. */
export function taxWords(
  event: TaxedEvent,
  tickets: readonly (Pick<Ticket, "price"> & { taxRate?: TaxRate | null })[],
): string | null {
  const eventPercent = event.taxType === "percent" || event.taxAmount === 0 ? event.taxAmount : null;
  const paid = tickets.filter(({ price }) => price > 0);
  const [percent, ...others] = new Set(paid.map(({ taxRate }) => taxRate?.percent ?? eventPercent));
  let tax = "tax";
  if (others.length === 0) {
    if (percent === undefined || percent === 0) return null;
    tax =
      percent === null
        ? `${formatMoney(event.taxAmount, event.currency)} tax ${event.pricesIncludeTax ? "in" : "on"} each order`
        : `tax (${formatPercent(percent)})`;
  }
  return event.pricesIncludeTax ? `Prices include ${tax}.` : `Plus ${tax}.`;
}

/** The later start of sales, of the ticket or the event; null without either. */
export function ticketStart(
  { config }: Pick<Event, "config">,
  { salesStart }: Pick<Ticket, "salesStart">,
): string | null {
  return [config.salesStart ?? "", salesStart ?? ""].sort()[1] || null;
}

/** `salesStart`: the next start of a ticket's sale, or the event's if it has no tickets; null if none is to come. */
export function saleOpening(
  event: Pick<Event, "config" | "timeZone">,
  tickets: readonly Pick<Ticket, "salesStart" | "hasWaitingList">[],
  now: Date,
) {
  const starts =
    tickets.length === 0
      ? [event.config.salesStart ?? ""]
      : tickets.map((ticket) => ticketStart(event, ticket) ?? "").sort();
  return {
    salesStart: starts.find((start) => start > now.toISOString()) ?? null,
    ...clocksOf(event),
    hasWaitingList: tickets.some(({ hasWaitingList }) => hasWaitingList),
  };
}
