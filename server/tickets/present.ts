/** A ticket as the wire shows it: alone, and on an event's list with what its waiting list means for whoever looks. */
import type { SellingTicket } from "../../contract/rules/sales.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { Ticket } from "../../contract/shapes/ticket.ts";
import type { EventRow } from "../events/rows.ts";
import { isPromised, isWaitedFor, placesLeft } from "./left.ts";
import type { SharingTicket, TicketRow } from "./rows.ts";

/** What the rules of sale need of a stored ticket. What it shares counts where it was read along. */
export function sellingTicket(row: TicketRow & { shared_left?: number | null }): SellingTicket {
  return {
    isActive: row.is_active,
    currentStock: placesLeft(row),
    salesStart: row.sales_start?.toISOString() ?? null,
    salesEnd: row.sales_end?.toISOString() ?? null,
  };
}

/** Presents a stored ticket, priced in its event's currency. */
export function presentTicket(row: SharingTicket, currency: Currency): Ticket {
  return {
    id: row.id,
    eventId: row.event_id,
    title: row.title,
    description: row.description,
    price: row.price,
    currency,
    maxStock: row.max_stock,
    sortOrder: row.sort_order,
    validDays: row.valid_days,
    isHidden: row.is_hidden,
    sharedCapacityId: row.shared_capacity_id,
    hasWaitingList: false,
    ...sellingTicket(row),
  };
}

/** Presents a ticket: to visitors as sold out while what is left is promised to others, to staff as it is. */
export function listedTicket(row: SharingTicket, event: EventRow, { toStaff }: { toStaff: boolean }): Ticket {
  const ticket = presentTicket(row, event.currency);
  const left = placesLeft(row);
  const isKept = !toStaff && isPromised(event, row, left);
  return {
    ...ticket,
    currentStock: isKept ? 0 : ticket.currentStock,
    hasWaitingList: isWaitedFor(event, row, left),
  };
}
