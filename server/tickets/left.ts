import { configOf } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import type { TicketRow, TicketWithSharedLeft } from "./rows.ts";

/** The free places of a ticket's stock, or `shared_left` if that is less. */
export function freePlacesOfTicket(
  row: Pick<TicketRow, "max_stock" | "held" | "sold"> & { shared_left?: number | null },
): number {
  return Math.min(row.max_stock - row.held - row.sold, row.shared_left ?? Number.POSITIVE_INFINITY);
}

/** The free places of a ticket within those of the event. */
export function placesLeftInEvent(
  event: Pick<EventRow, "capacity" | "held" | "sold">,
  ofTicket: number,
): number {
  return event.capacity === null ? ofTicket : Math.min(ofTicket, event.capacity - event.held - event.sold);
}

/** Whether the event's waiting list reserves the free places: they suffice for the smallest group. Fewer are on sale. */
export function isReservedForWaiting(
  event: EventRow,
  { waiting_least }: Pick<TicketRow, "waiting_least">,
  ofTicket: number,
): boolean {
  if (waiting_least === null || !configOf(event).waitingList) return false;
  return placesLeftInEvent(event, ofTicket) >= waiting_least;
}

/** The free places of a ticket for the public: none while they are reserved. */
export function freePlacesForPublic(event: EventRow, ticket: TicketWithSharedLeft): number {
  const ofTicket = freePlacesOfTicket(ticket);
  return isReservedForWaiting(event, ticket, ofTicket) ? 0 : Math.max(0, placesLeftInEvent(event, ofTicket));
}

/** Whether visitors may join a ticket's waiting list, apart from the event's state and the times of sale. */
export function isWaitingListOpen(
  event: EventRow,
  ticket: Pick<TicketRow, "waiting_least" | "is_active" | "is_hidden">,
  ofTicket: number,
): boolean {
  if (!ticket.is_active || ticket.is_hidden || !configOf(event).waitingList) return false;
  return placesLeftInEvent(event, ofTicket) <= 0 || isReservedForWaiting(event, ticket, ofTicket);
}
