import { holdLimits } from "../../contract/rules/holdLimits.ts";
import { orderTaxOf, taxesOf, totalsOf } from "../../contract/rules/money/tax.ts";
import { ticketSaleState } from "../../contract/rules/sales.ts";
import type { Event } from "../../contract/shapes/event.ts";
import type { Extras } from "../../contract/shapes/extras.ts";
import type { OrderItem } from "../../contract/shapes/order.ts";
import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import type { Quote } from "../../contract/shapes/registration.ts";
import type { Ticket } from "../../contract/shapes/ticket.ts";

/** Quantities by ticket id and by extras id. */
export interface Choice {
  readonly tickets: Readonly<Record<number, number>>;
  readonly extras: Readonly<Record<number, number>>;
}

export interface OfferedTicket extends Ticket {
  /** The price without the visitor's promo code, if it is higher. */
  readonly fullPrice?: number;
}

export interface SaleOffer {
  readonly event: Event;
  readonly tickets: readonly OfferedTicket[];
  readonly extras: readonly Extras[];
  readonly promo?: PromoCodeOffer;
}

export type ChoiceKind = "tickets" | "extras";

export const emptyChoice: Choice = { tickets: {}, extras: {} };

const maxPerExtra = holdLimits.quantity;

export function ticketCount(choice: Choice): number {
  return Object.values(choice.tickets).reduce((sum, quantity) => sum + quantity, 0);
}

export function maxQuantityOf(
  offer: SaleOffer,
  choice: Choice,
  kind: ChoiceKind,
  id: number,
  now: Date,
): number {
  if (kind === "extras") {
    const extra = offer.extras.find((one) => one.id === id);
    if (extra === undefined || !extra.isActive) return 0;
    return Math.max(0, Math.min(extra.currentStock ?? maxPerExtra, maxPerExtra));
  }
  const ticket = offer.tickets.find((one) => one.id === id);
  if (ticket === undefined || ticketSaleState(offer.event, ticket, now) !== "onSale") return 0;
  const otherTickets = ticketCount(choice) - (choice.tickets[id] ?? 0);
  const perRegistration = offer.event.config.maxTicketsPerRegistration - otherTickets;
  const places = (offer.event.placesLeft ?? Number.POSITIVE_INFINITY) - otherTickets;
  return Math.max(0, Math.min(ticket.currentStock, perRegistration, places, maxWithCode(offer, choice, id)));
}

/** How many of a ticket the promo code allows beside the other chosen tickets. */
function maxWithCode({ promo }: SaleOffer, choice: Choice, id: number): number {
  if (promo === undefined || promo.left === null || !promo.tickets.some((covered) => covered.id === id))
    return Number.POSITIVE_INFINITY;
  return promo.left - codeUsesOfChoice(promo, choice) + (choice.tickets[id] ?? 0);
}

export function codeUsesOfChoice(promo: PromoCodeOffer, choice: Choice): number {
  return promo.tickets.reduce((sum, { id }) => sum + (choice.tickets[id] ?? 0), 0);
}

/** Null if more can be chosen. While no ticket is chosen, null also for a ticket that cannot be chosen. */
export function limitText(
  offer: SaleOffer,
  choice: Choice,
  kind: ChoiceKind,
  id: number,
  now: Date,
): string | null {
  const max = maxQuantityOf(offer, choice, kind, id, now);
  const current = choice[kind][id] ?? 0;
  if (max === 0 && current === 0 && kind === "tickets" && ticketCount(choice) === 0) return null;
  if (current < max) return null;
  const { maxTicketsPerRegistration: perRegistration } = offer.event.config;
  if (kind === "tickets" && ticketCount(choice) >= perRegistration) {
    return `One order can have at most ${perRegistration} ticket${perRegistration === 1 ? "" : "s"}.`;
  }
  const { promo } = offer;
  if (kind === "tickets" && promo && maxWithCode(offer, choice, id) <= current) {
    return `The code ${promo.code} can be used for ${promo.left} ticket${promo.left === 1 ? "" : "s"}.`;
  }
  if (kind === "extras" && max === maxPerExtra) return `One order can have at most ${max} of these.`;
  return "No more of these are left.";
}

/** Sets a quantity, at most `maxQuantityOf`. */
export function withQuantity(
  offer: SaleOffer,
  choice: Choice,
  { kind, id, quantity, now }: { kind: ChoiceKind; id: number; quantity: number; now: Date },
): Choice {
  const max = maxQuantityOf(offer, choice, kind, id, now);
  const requested = Number.isFinite(quantity) ? Math.trunc(quantity) : 0;
  const otherQuantities = withoutId(choice[kind], id);
  const allowed = Math.max(0, Math.min(requested, max));
  return { ...choice, [kind]: allowed === 0 ? otherQuantities : { ...otherQuantities, [id]: allowed } };
}

/** Cuts a saved choice to the current offer, in the offer's order. */
export function limitChoiceToOffer(offer: SaleOffer, choice: Choice, now: Date): Choice {
  const limited = (fitted: Choice, kind: ChoiceKind, id: number) =>
    withQuantity(offer, fitted, { kind, id, quantity: choice[kind][id] ?? 0, now });
  const tickets = offer.tickets.reduce((fitted, { id }) => limited(fitted, "tickets", id), emptyChoice);
  return offer.extras.reduce((fitted, { id }) => limited(fitted, "extras", id), tickets);
}

/** Counts a visitor's held places and extras as available to them. */
export function offerWithHold(offer: SaleOffer, held: Choice | null): SaleOffer {
  if (held === null) return offer;
  const { event, tickets, extras } = offer;
  return {
    ...offer,
    event: event.placesLeft === null ? event : { ...event, placesLeft: event.placesLeft + ticketCount(held) },
    tickets: tickets.map((ticket) => ({
      ...ticket,
      currentStock: ticket.currentStock + (held.tickets[ticket.id] ?? 0),
    })),
    extras: extras.map((extra) => ({
      ...extra,
      currentStock: extra.currentStock === null ? null : extra.currentStock + (held.extras[extra.id] ?? 0),
    })),
  };
}

/** Chooses one ticket if only one type is on sale, otherwise nothing. */
export function startingChoice(offer: SaleOffer, now: Date): Choice {
  const onSale = offer.tickets.filter((ticket) => ticketSaleState(offer.event, ticket, now) === "onSale");
  const [only] = onSale;
  if (only === undefined || onSale.length > 1) return emptyChoice;
  return withQuantity(offer, emptyChoice, { kind: "tickets", id: only.id, quantity: 1, now });
}

/**
 * Reads the choice of an address (`?ticket-12=2&extra-3=1`): from a form sent before hydration, or from a club's link.
 */
export function choiceIn(search: string): Choice | null {
  const entries = [...new URLSearchParams(search)].flatMap(([name, text]) => {
    const [, kind, id] = /^(ticket|extra)-(\d{1,15})$/.exec(name) ?? [];
    const quantity = Number(text);
    return kind === undefined || !Number.isInteger(quantity) || quantity < 1
      ? []
      : [{ kind, id: Number(id), quantity }];
  });
  if (entries.length === 0) return null;
  const quantitiesOf = (kind: string) =>
    Object.fromEntries(entries.filter((one) => one.kind === kind).map(({ id, quantity }) => [id, quantity]));
  return { tickets: quantitiesOf("ticket"), extras: quantitiesOf("extra") };
}

export function limitChoiceTo(
  choice: Choice,
  left: { tickets: Readonly<Record<number, number>>; extras: Readonly<Record<number, number>> },
): Choice {
  return { tickets: cutTo(choice.tickets, left.tickets), extras: cutTo(choice.extras, left.extras) };
}

export function linesOfChoice(offer: SaleOffer, choice: Choice): OrderItem[] {
  const line = (
    kind: OrderItem["kind"],
    { id: refId, price: unitPrice, taxRate }: Pick<Ticket, "id" | "price" | "taxRate">,
    title: string,
    quantity = 0,
  ) => {
    if (quantity === 0) return [];
    const priced = { kind, refId, title, unitPrice, quantity, total: unitPrice * quantity };
    return [taxRate === null ? priced : { ...priced, taxRate }];
  };
  return [
    ...offer.tickets.flatMap((ticket) => line("ticket", ticket, ticket.title, choice.tickets[ticket.id])),
    ...offer.extras.flatMap((extra) => line("extras", extra, extra.name, choice.extras[extra.id])),
  ];
}

export function quoteOf(offer: SaleOffer, choice: Choice): Quote {
  const items = linesOfChoice(offer, choice);
  const { promo, event } = offer;
  const discount = offer.tickets.reduce(
    (sum, { id, price, fullPrice = price }) => sum + (fullPrice - price) * (choice.tickets[id] ?? 0),
    0,
  );
  const promoCode = promo !== undefined && codeUsesOfChoice(promo, choice) > 0 ? promo.code : null;
  const totals = totalsOf(items, event);
  const taxes = taxesOf(items, { ...totals, ...orderTaxOf(event) });
  return { ...totals, ...taxes, currency: event.currency, promoCode, discount };
}

export function sameChoice(one: Choice, other: Choice): boolean {
  return JSON.stringify(requestOf(one)) === JSON.stringify(requestOf(other));
}

/** Gives two fields of registration/initRegistration, sorted so that equal choices give equal text. */
export function requestOf(choice: Choice): {
  tickets: { ticketId: number; quantity: number }[];
  extras: { extrasId: number; quantity: number }[];
} {
  return {
    tickets: sortedEntries(choice.tickets).map(([ticketId, quantity]) => ({ ticketId, quantity })),
    extras: sortedEntries(choice.extras).map(([extrasId, quantity]) => ({ extrasId, quantity })),
  };
}

function sortedEntries(quantities: Readonly<Record<number, number>>): [number, number][] {
  return Object.entries(quantities)
    .map(([id, quantity]): [number, number] => [Number(id), quantity])
    .filter(([, quantity]) => quantity > 0)
    .sort(([one], [other]) => one - other);
}

function cutTo(
  quantities: Readonly<Record<number, number>>,
  left: Readonly<Record<number, number>>,
): Record<number, number> {
  return Object.fromEntries(
    sortedEntries(quantities)
      .map(([id, quantity]) => [id, Math.min(quantity, left[id] ?? quantity)] as const)
      .filter(([, quantity]) => quantity > 0),
  );
}

function withoutId(quantities: Readonly<Record<number, number>>, id: number): Record<number, number> {
  const { [id]: _, ...rest } = quantities;
  return rest;
}
