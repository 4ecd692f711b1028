/** What is left of a ticket, and is it promised to those who wait for it? Pure, over stored rows. */
import { configOf } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import type { TicketRow } from "./rows.ts";

/** How many places of a ticket can still be sold: of its own number, or of the capacity it shares. */
export function placesLeft(
  row: Pick<TicketRow, "max_stock" | "held" | "sold"> & { shared_left?: number | null },
): number {
  return Math.min(row.max_stock - row.held - row.sold, row.shared_left ?? Number.POSITIVE_INFINITY);
}

/** What can be had of a ticket of which `ofTicket` are left: no more than the event's capacity leaves. */
export function leftInEvent(event: Pick<EventRow, "capacity" | "held" | "sold">, ofTicket: number): number {
  return event.capacity === null ? ofTicket : Math.min(ofTicket, event.capacity - event.held - event.sold);
}

/**
 * Whether what is left is promised to the waiting list, and so sold out for the public: it is enough for somebody who
 * waits. What is too little for each of them is on sale.
 */
export function isPromised(
  event: EventRow,
  { waiting_least }: Pick<TicketRow, "waiting_least">,
  ofTicket: number,
): boolean {
  if (waiting_least === null || !configOf(event).waitingList) return false;
  return leftInEvent(event, ofTicket) >= waiting_least;
}

/** Whether visitors may join a ticket's waiting list: there is one, and nothing is on sale for them. */
export function isWaitedFor(
  event: EventRow,
  ticket: Pick<TicketRow, "waiting_least" | "is_active" | "is_hidden">,
  ofTicket: number,
): boolean {
  if (!ticket.is_active || ticket.is_hidden || !configOf(event).waitingList) return false;
  return leftInEvent(event, ofTicket) <= 0 || isPromised(event, ticket, ofTicket);
}
