/**
 * Whether visitors can buy tickets. Sales at the door and people added by staff have wider rules
 * (server/holds/decide.ts).
 */
import type { Event } from "../shapes/event.ts";
import type { Ticket } from "../shapes/ticket.ts";

/** `onSale`, or why visitors cannot buy tickets. */
export type SaleState = "notActive" | "cancelled" | "over" | "notYet" | "closed" | "soldOut" | "onSale";

/** The fields of an event that decide whether it is on sale. */
export type EventSaleFields = Pick<
  Event,
  "isActive" | "cancelledAt" | "startDatetime" | "endDatetime" | "placesLeft"
> & {
  config: Pick<Event["config"], "salesStart" | "salesEnd">;
};
/** The fields of a ticket that decide whether it is on sale. */
export type TicketSaleFields = Pick<Ticket, "isActive" | "currentStock" | "salesStart" | "salesEnd">;

/** When an event is over: without an end, 24 hours after its start. */
export function eventEnd(event: Pick<Event, "startDatetime" | "endDatetime">): Date {
  if (event.endDatetime !== null) return new Date(event.endDatetime);
  return new Date(Date.parse(event.startDatetime) + 24 * 3_600_000);
}

/** Until when buyers may cancel, or pass tickets on; null: not at all. */
export function changeDeadline(start: Date, hoursBefore: number | null): Date | null {
  return hoursBefore === null ? null : new Date(start.getTime() - hoursBefore * 3_600_000);
}

/** The sale state of an event without regard to its tickets. */
export function eventSaleState(event: EventSaleFields, now: Date): Exclude<SaleState, "soldOut"> {
  if (event.cancelledAt !== null) return "cancelled";
  if (!event.isActive) return "notActive";
  if (now >= eventEnd(event)) return "over";
  return windowState(event.config.salesStart, event.config.salesEnd, now);
}

/** The sale state of one ticket of an event. */
export function ticketSaleState(event: EventSaleFields, ticket: TicketSaleFields, now: Date): SaleState {
  const eventState = eventSaleState(event, now);
  if (eventState !== "onSale") return eventState;
  if (!ticket.isActive) return "notActive";
  const ticketState = windowState(ticket.salesStart, ticket.salesEnd, now);
  if (ticketState !== "onSale") return ticketState;
  return ticket.currentStock > 0 && event.placesLeft !== 0 ? "onSale" : "soldOut";
}

/** The sale state of an event with its active tickets. */
export function overallSaleState(
  event: EventSaleFields,
  tickets: readonly TicketSaleFields[],
  now: Date,
): SaleState {
  const eventState = eventSaleState(event, now);
  if (eventState !== "onSale") return eventState;
  const states = new Set(
    tickets.filter((ticket) => ticket.isActive).map((ticket) => ticketSaleState(event, ticket, now)),
  );
  for (const state of ["onSale", "notYet", "soldOut", "closed"] as const) if (states.has(state)) return state;
  return "notActive";
}

function windowState(start: string | null, end: string | null, now: Date): "notYet" | "closed" | "onSale" {
  if (start !== null && now < new Date(start)) return "notYet";
  if (end !== null && now >= new Date(end)) return "closed";
  return "onSale";
}
