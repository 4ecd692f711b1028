/** Pure, except that a grant changes the snapshot, and that sale states are cached. */
import { holdLimits } from "../../contract/rules/holdLimits.ts";
import { linesAtPrice } from "../../contract/rules/money/staffPrice.ts";
import { type OrderTax, orderTaxOf, totalsOf } from "../../contract/rules/money/tax.ts";
import { eventSaleState, type SaleState, ticketSaleState } from "../../contract/rules/sales.ts";
import type { OrderLine } from "../db/schema/people.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { configOf, eventSaleFields, heldUntil, taxOfEvent } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import type { ExtrasRow } from "../extras/rows.ts";
import { codeUsedUpRefusal, isCovered, usesLeft } from "../promoCodes/judge.ts";
import type { PromoCodeRow } from "../promoCodes/rows.ts";
import { freePlacesOfTicket, isReservedForWaiting } from "../tickets/left.ts";
import { sellingTicket } from "../tickets/present.ts";
import type { TicketRow } from "../tickets/rows.ts";
import type { SharedRow } from "../tickets/sharedRows.ts";
import { countHeldPlaces, heldPlacesRefusal } from "./decideClient.ts";
import { codeUsesOfLines, decideCode, ticketLine } from "./decideCode.ts";
import { decideExtras, sumById } from "./decideExtras.ts";

/** Two lines with the same ticket or extra count as their sum. */
export interface HoldRequest {
  eventId: number;
  tickets: readonly { ticketId: number; quantity: number }[];
  extras?: readonly { extrasId: number; quantity: number }[] | undefined;
  /** As the buyer typed it. */
  promoCode?: string | null | undefined;
  /** A sale at the door: sale windows and the waiting list do not apply. */
  isAtDoor?: boolean;
  /** An offer to the waiting list, which may use the places reserved for it. */
  isOffer?: boolean;
  /**
   * Staff add people, or a sponsor buys seats: drafts, sale windows, hidden and inactive tickets and the size limit do
   * not prevent it. `price` replaces the sum of the list prices, in minor units; null keeps them.
   * `respectsWaitingList` leaves places reserved for the waiting list.
   */
  byStaff?: { price: number | null; respectsWaitingList?: boolean };
  /** The client (server/http/client.ts); without one, unpaid places are not limited. */
  client?: string | null | undefined;
}

/** Rows by id. Each grant raises `held`. */
export interface Snapshot {
  events: ReadonlyMap<number, EventRow>;
  tickets: ReadonlyMap<number, TicketRow>;
  extras: ReadonlyMap<number, ExtrasRow>;
  shared: ReadonlyMap<number, SharedRow>;
  promoCodes: ReadonlyMap<number, PromoCodeRow>;
  /** Unpaid places by `heldKey`. */
  unpaid?: Map<string, number>;
}

/** Amounts are in minor units. */
export interface Grant {
  event: EventRow;
  items: OrderLine[];
  places: number;
  subtotal: number;
  tax: number;
  totalAmount: number;
  /** The event's tax at this moment. */
  orderTax: OrderTax;
  expiresAt: Date;
  promoCode: PromoCodeRow | null;
  promoUses: number;
  discount: number;
}

/** Messages to buyers, by sale state. */
export const saleClosedMessages: Record<Exclude<SaleState, "onSale" | "soldOut">, string> = {
  cancelled: "This event was cancelled.",
  over: "This event is over.",
  notYet: "Ticket sales have not started yet.",
  closed: "Ticket sales have ended.",
  notActive: "This ticket is not on sale.",
};

/** Decides one request. A refusal takes nothing from the snapshot. */
export function decideHold(snapshot: Snapshot, wish: HoldRequest, now: Date): Grant | DomainError {
  const event = snapshot.events.get(wish.eventId);
  if (event === undefined || (!event.is_active && wish.byStaff === undefined)) return notFound("event");
  const { state, expiresAt } = eventStateAt(event, now);
  if (isClosed(state, wish)) return new DomainError("salesClosed", saleClosedMessages[state]);

  const requested = sumById(wish.tickets.map((line) => [line.ticketId, line.quantity]));
  const requestedExtras = sumById((wish.extras ?? []).map((line) => [line.extrasId, line.quantity]));
  const config = configOf(event);
  const places = [...requested.values()].reduce((sum, quantity) => sum + quantity, 0);
  // An accepted group of the waiting list keeps its size if the limit was lowered.
  if (places > config.maxTicketsPerRegistration && wish.isOffer !== true && wish.byStaff === undefined) {
    const most = config.maxTicketsPerRegistration;
    const message = `must be at most ${most} ${most === 1 ? "ticket" : "tickets"} in one registration`;
    return invalidInput({ path: "tickets", message });
  }

  const code = decideCode(snapshot.promoCodes, wish, now);
  if (code instanceof DomainError) return code;
  const ticketLines: OrderLine[] = [];
  let listPrice = 0;
  const missing = new Map<number, number>();
  const reserved = new Set<number>();
  for (const [ticketId, quantity] of requested) {
    const ticket = snapshot.tickets.get(ticketId);
    if (ticket === undefined || ticket.event_id !== event.id || !isTicketOpen(ticket, wish, code)) {
      const index = wish.tickets.findIndex((line) => line.ticketId === ticketId);
      return invalidInput({ path: `tickets.${index}.ticketId`, message: "is not a ticket of this event" });
    }
    const ticketState = ticketStateFor(wish, event, ticket, now);
    // The public cannot see this ticket's title.
    if (ticketState === "notActive") return new DomainError("salesClosed", saleClosedMessages.notActive);
    if (ticketState !== "onSale" && ticketState !== "soldOut") {
      return new DomainError("salesClosed", `${ticket.title}: ${saleClosedMessages[ticketState]}`);
    }
    if (isReservedForList(wish, event, ticket, snapshot)) reserved.add(ticketId);
    if (reserved.has(ticketId) || freePlacesOf(snapshot, ticket) < quantity) missing.set(ticketId, quantity);
    ticketLines.push(ticketLine(ticket, quantity, code));
    listPrice += ticket.price * quantity;
  }
  const promoUses = codeUsesOfLines(ticketLines);
  if (code !== null && promoUses === 0)
    return invalidInput({ path: "promoCode", message: "is not for these tickets" });
  const discount = listPrice - ticketLines.reduce((sum, { total }) => sum + total, 0);
  const requestedShared = placesByShared(snapshot, requested);
  const exceedsShared = [...requestedShared].some(([id, count]) => sharedLeft(snapshot, id)! < count);
  const roomLeft =
    event.capacity === null ? Number.POSITIVE_INFINITY : event.capacity - event.held - event.sold;
  if (missing.size > 0 || places > roomLeft || exceedsShared)
    return placesRefusal(snapshot, requested, { roomLeft, reserved });
  const clientRefusal = heldPlacesRefusal(snapshot, wish, {
    places,
    left: fewestLeft(snapshot, requested, roomLeft),
  });
  if (clientRefusal !== null) return clientRefusal;

  const codeLeft = code === null ? null : usesLeft(code);
  if (codeLeft !== null && codeLeft < promoUses) return codeUsedUpRefusal(codeLeft);

  const extrasLines = decideExtras(event.id, snapshot.extras, requestedExtras, (extrasId) => {
    const index = (wish.extras ?? []).findIndex((line) => line.extrasId === extrasId);
    return `extras.${index}.extrasId`;
  });
  if (extrasLines instanceof DomainError) return extrasLines;
  const lines = [...ticketLines, ...extrasLines];
  const price = wish.byStaff?.price ?? null;
  const items = price === null ? lines : linesAtPrice(lines, price);
  if (items === null) {
    return invalidInput({
      path: "price",
      message: "cannot be divided among the tickets and extras without a remainder",
    });
  }

  const tax = taxOfEvent(event);
  const totals = totalsOf(items, tax);
  if (totals.totalAmount > holdLimits.amount) {
    return invalidInput({ path: "tickets", message: "cost more than one order may cost" });
  }
  event.held += places;
  for (const [ticketId, quantity] of requested) snapshot.tickets.get(ticketId)!.held += quantity;
  for (const [extrasId, quantity] of requestedExtras) snapshot.extras.get(extrasId)!.held += quantity;
  for (const [sharedId, count] of requestedShared) snapshot.shared.get(sharedId)!.held += count;
  if (code !== null) code.held += promoUses;
  countHeldPlaces(snapshot, wish, places);
  return {
    event,
    items,
    places,
    ...totals,
    orderTax: orderTaxOf(tax),
    expiresAt,
    promoCode: code,
    promoUses,
    discount,
  };
}

function isClosed(
  state: ReturnType<typeof eventSaleState>,
  { isAtDoor, byStaff }: HoldRequest,
): state is Exclude<typeof state, "onSale"> {
  if (byStaff !== undefined) return state === "cancelled";
  return state !== "onSale" && !(isAtDoor === true && (state === "notYet" || state === "closed"));
}

function isTicketOpen(ticket: TicketRow, wish: HoldRequest, code: PromoCodeRow | null): boolean {
  if (!ticket.is_hidden || wish.isAtDoor === true || wish.isOffer === true || wish.byStaff !== undefined)
    return true;
  return code !== null && isCovered(code, ticket);
}

/** The requested places by shared capacity. */
export function placesByShared(
  { tickets: rows }: { tickets: ReadonlyMap<number, Pick<TicketRow, "shared_capacity_id">> },
  requested: Iterable<readonly [number, number]>,
): Map<number, number> {
  const sums = new Map<number, number>();
  for (const [ticketId, quantity] of requested) {
    const sharedId = rows.get(ticketId)?.shared_capacity_id ?? null;
    if (sharedId !== null) sums.set(sharedId, (sums.get(sharedId) ?? 0) + quantity);
  }
  return sums;
}

/** Free places of a shared capacity; null without one. */
export function sharedLeft({ shared }: Pick<Snapshot, "shared">, sharedId: number | null): number | null {
  const row = sharedId === null ? undefined : shared.get(sharedId);
  return row === undefined ? null : row.max_places - row.held - row.sold;
}

/** Free places of a ticket; the event's capacity is not considered. */
export function freePlacesOf(snapshot: Snapshot, ticket: TicketRow): number {
  const { max_stock, held, sold } = ticket;
  return freePlacesOfTicket({
    max_stock,
    held,
    sold,
    shared_left: sharedLeft(snapshot, ticket.shared_capacity_id),
  });
}

function fewestLeft(snapshot: Snapshot, requested: ReadonlyMap<number, number>, roomLeft: number): number {
  const left = [...requested.keys()].map((ticketId) =>
    freePlacesOf(snapshot, snapshot.tickets.get(ticketId)!),
  );
  return Math.min(roomLeft, ...left);
}

function ticketStateFor(
  { isAtDoor, byStaff }: HoldRequest,
  event: EventRow,
  ticket: TicketRow,
  now: Date,
): SaleState {
  if (byStaff !== undefined) return "onSale";
  if (isAtDoor !== true) return ticketStateAt(event, ticket, now);
  return ticket.is_active ? "onSale" : "notActive";
}

interface CachedState<State> {
  at: number;
  state: State;
}

// Cached, because the requests of a batch need the same states.
const eventStates = new WeakMap<
  EventRow,
  CachedState<ReturnType<typeof eventSaleState>> & { expiresAt: Date }
>();
const ticketStates = new WeakMap<TicketRow, CachedState<SaleState>>();

function eventStateAt(event: EventRow, now: Date) {
  const cached = eventStates.get(event);
  if (cached?.at === now.getTime()) return cached;
  const current = {
    at: now.getTime(),
    state: eventSaleState(eventSaleFields(event), now),
    expiresAt: heldUntil(event, now),
  };
  eventStates.set(event, current);
  return current;
}

/** A cached "soldOut" may be out of date: `decideHold` counts the free places itself. */
function ticketStateAt(event: EventRow, ticket: TicketRow, now: Date): SaleState {
  const cached = ticketStates.get(ticket);
  if (cached?.at === now.getTime()) return cached.state;
  const state = ticketSaleState(eventSaleFields(event), sellingTicket(ticket), now);
  ticketStates.set(ticket, { at: now.getTime(), state });
  return state;
}

function isReservedForList(
  wish: HoldRequest,
  event: EventRow,
  ticket: TicketRow,
  snapshot: Snapshot,
): boolean {
  const ignoresWaitingList = wish.byStaff !== undefined && wish.byStaff.respectsWaitingList !== true;
  if (wish.isAtDoor === true || wish.isOffer === true || ignoresWaitingList) return false;
  return isReservedForWaiting(event, ticket, freePlacesOf(snapshot, ticket));
}

function placesRefusal(
  snapshot: Snapshot,
  requested: ReadonlyMap<number, number>,
  { roomLeft, reserved }: { roomLeft: number; reserved: ReadonlySet<number> },
): DomainError {
  const available: Record<number, number> = {};
  for (const ticketId of requested.keys()) {
    const left = Math.min(freePlacesOf(snapshot, snapshot.tickets.get(ticketId)!), roomLeft);
    available[ticketId] = reserved.has(ticketId) ? 0 : Math.max(0, left);
  }
  const left = Object.values(available);
  if (left.every((count) => count === 0)) return new DomainError("soldOut", "Sold out.", { available });
  const id = [...requested.keys()].find((ticketId) => available[ticketId]! < requested.get(ticketId)!);
  if (id === undefined) {
    // Each ticket alone has enough places, but not all together.
    const message = "There are not enough places left for all of these tickets together.";
    return new DomainError("notEnoughLeft", message, { available });
  }
  const title = snapshot.tickets.get(id)!.title;
  const count = available[id]!;
  const message = count === 0 ? `${title} is sold out.` : `Only ${count} of ${title} left.`;
  return new DomainError("notEnoughLeft", message, { available });
}
