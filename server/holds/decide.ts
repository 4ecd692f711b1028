/**
 * Who gets the places: a pure decision over locked rows, one request after another in the order of their arrival.
 * Granting takes the places from the snapshot, so the next request of the same batch sees what is left. The
 * database's check constraints judge the outcome once more when the counters are written.
 */
import { totalsOf } from "../../contract/rules/money.ts";
import { eventSaleState, type SaleState, ticketSaleState } from "../../contract/rules/sales.ts";
import type { Line } from "../db/schema/people.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { configOf, sellingEvent } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import type { ExtrasRow } from "../extras/rows.ts";
import { sellingTicket } from "../tickets/present.ts";
import type { TicketRow } from "../tickets/rows.ts";
import { decideExtras, summed } from "./decideExtras.ts";

/** What a buyer asks for; the same ticket on two lines counts as their sum. */
export interface Wish {
  eventId: number;
  tickets: readonly { ticketId: number; quantity: number }[];
  extras?: readonly { extrasId: number; quantity: number }[] | undefined;
  /** Sold at the door: until the event is over, whatever the windows of sale say. */
  isAtDoor?: boolean;
}

/** The rows a batch has locked, by id. `held` and `sold` move as requests are granted. */
export interface Snapshot {
  events: ReadonlyMap<number, EventRow>;
  tickets: ReadonlyMap<number, TicketRow>;
  extras: ReadonlyMap<number, ExtrasRow>;
}

/** Places granted: what is held, what it costs (minor units) and until when. */
export interface Grant {
  event: EventRow;
  items: Line[];
  places: number;
  subtotal: number;
  tax: number;
  totalAmount: number;
  expiresAt: Date;
}

/** Why nothing is sold, as a sentence. */
export const closedBecause: Record<Exclude<SaleState, "onSale" | "soldOut">, string> = {
  cancelled: "This event was cancelled.",
  over: "This event is over.",
  notYet: "Ticket sales have not started yet.",
  closed: "Ticket sales have ended.",
  notActive: "This ticket is not on sale.",
};

/** Decides one wish and takes its places from the snapshot, or says why not and takes nothing. */
export function decide(snapshot: Snapshot, wish: Wish, now: Date): Grant | DomainError {
  const event = snapshot.events.get(wish.eventId);
  if (event === undefined || !event.is_active) return notFound("event");
  const { state, expiresAt } = judgedEvent(event, now);
  if (isClosed(state, wish)) return new DomainError("salesClosed", closedBecause[state]);

  const wanted = summed(wish.tickets.map((line) => [line.ticketId, line.quantity]));
  const wantedExtras = summed((wish.extras ?? []).map((line) => [line.extrasId, line.quantity]));
  const config = configOf(event);
  const places = [...wanted.values()].reduce((sum, quantity) => sum + quantity, 0);
  if (places > config.maxTicketsPerRegistration) {
    const message = `must be at most ${config.maxTicketsPerRegistration} tickets in one registration`;
    return invalidInput([{ path: "tickets", message }]);
  }

  const items: Line[] = [];
  const short = new Map<number, number>();
  for (const [ticketId, quantity] of wanted) {
    const ticket = snapshot.tickets.get(ticketId);
    if (ticket === undefined || ticket.event_id !== event.id) {
      const index = wish.tickets.findIndex((line) => line.ticketId === ticketId);
      return invalidInput([{ path: `tickets.${index}.ticketId`, message: "is not a ticket of this event" }]);
    }
    const ticketState = wish.isAtDoor === true ? atDoor(ticket) : judgedTicket(event, ticket, now);
    // What the public does not see is not named either.
    if (ticketState === "notActive") return new DomainError("salesClosed", closedBecause.notActive);
    if (ticketState !== "onSale" && ticketState !== "soldOut") {
      return new DomainError("salesClosed", `${ticket.title}: ${closedBecause[ticketState]}`);
    }
    if (ticket.held + ticket.sold + quantity > ticket.max_stock) short.set(ticketId, quantity);
    const { id: refId, title, price: unitPrice } = ticket;
    items.push({ kind: "ticket", refId, title, unitPrice, quantity, total: unitPrice * quantity });
  }
  const roomLeft =
    event.capacity === null ? Number.POSITIVE_INFINITY : event.capacity - event.held - event.sold;
  if (short.size > 0 || places > roomLeft) return shortage(snapshot, wanted, roomLeft);

  const ofExtras = decideExtras(event.id, snapshot.extras, wantedExtras, (extrasId) => {
    const index = (wish.extras ?? []).findIndex((line) => line.extrasId === extrasId);
    return `extras.${index}.extrasId`;
  });
  if (ofExtras instanceof DomainError) return ofExtras;
  items.push(...ofExtras);

  const totals = totalsOf(items, { taxType: event.tax_type, taxAmount: event.tax_amount });
  if (totals.totalAmount > 2_000_000_000) {
    return invalidInput([{ path: "tickets", message: "come to more than one order can hold" }]);
  }
  event.held += places;
  for (const [ticketId, quantity] of wanted) snapshot.tickets.get(ticketId)!.held += quantity;
  for (const [extrasId, quantity] of wantedExtras) snapshot.extras.get(extrasId)!.held += quantity;
  return {
    event,
    items,
    places,
    ...totals,
    expiresAt,
  };
}

/** Windows of sale are the web's: who stands at the door may buy as long as the event goes on. */
function isClosed(
  state: ReturnType<typeof eventSaleState>,
  { isAtDoor }: Wish,
): state is Exclude<typeof state, "onSale"> {
  return state !== "onSale" && !(isAtDoor === true && (state === "notYet" || state === "closed"));
}

/** What staff took off the list is not sold at the door either. */
function atDoor(ticket: TicketRow): SaleState {
  return ticket.is_active ? "onSale" : "notActive";
}

/** What is true of a row at an instant, whatever was granted since. */
interface Judged<State> {
  at: number;
  state: State;
}

// A batch asks the same of the same row for every request, and the answers cost more than the rest of a decision.
const events = new WeakMap<EventRow, Judged<ReturnType<typeof eventSaleState>> & { expiresAt: Date }>();
const tickets = new WeakMap<TicketRow, Judged<SaleState>>();

function judgedEvent(event: EventRow, now: Date) {
  const known = events.get(event);
  if (known?.at === now.getTime()) return known;
  const judged = {
    at: now.getTime(),
    state: eventSaleState(sellingEvent(event), now),
    expiresAt: new Date(now.getTime() + configOf(event).holdMinutes * 60_000),
  };
  events.set(event, judged);
  return judged;
}

/** Sold out is not told apart from on sale here: what is left is counted, and changes with every grant. */
function judgedTicket(event: EventRow, ticket: TicketRow, now: Date): SaleState {
  const known = tickets.get(ticket);
  if (known?.at === now.getTime()) return known.state;
  const state = ticketSaleState(sellingEvent(event), sellingTicket(ticket), now);
  tickets.set(ticket, { at: now.getTime(), state });
  return state;
}

function shortage(snapshot: Snapshot, wanted: ReadonlyMap<number, number>, roomLeft: number): DomainError {
  const available: Record<number, number> = {};
  for (const ticketId of wanted.keys()) {
    const ticket = snapshot.tickets.get(ticketId)!;
    available[ticketId] = Math.max(0, Math.min(ticket.max_stock - ticket.held - ticket.sold, roomLeft));
  }
  const left = Object.values(available);
  if (left.every((count) => count === 0)) return new DomainError("soldOut", "Sold out.", { available });
  const [id] = [...wanted].find(([ticketId, quantity]) => available[ticketId]! < quantity) ?? [...wanted][0]!;
  const title = snapshot.tickets.get(id)!.title;
  const count = available[id]!;
  const message = count === 0 ? `${title} is sold out.` : `Only ${count} of ${title} left.`;
  return new DomainError("notEnoughLeft", message, { available });
}
