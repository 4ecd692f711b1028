import type { TicketSaleFields } from "../../contract/rules/sales.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { Ticket } from "../../contract/shapes/ticket.ts";
import type { EventRow } from "../events/rows.ts";
import { freePlacesOfTicket, isReservedForWaiting, isWaitingListOpen } from "./left.ts";
import type { TicketRow, TicketWithSharedLeft } from "./rows.ts";

/** The facts of a ticket for the sale rules. */
export function sellingTicket(row: TicketRow & { shared_left?: number | null }): TicketSaleFields {
  return {
    isActive: row.is_active,
    currentStock: freePlacesOfTicket(row),
    salesStart: row.sales_start?.toISOString() ?? null,
    salesEnd: row.sales_end?.toISOString() ?? null,
  };
}

/** Presents a ticket without its waiting list. */
export function presentTicket(row: TicketWithSharedLeft, currency: Currency): Ticket {
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
    taxRateId: row.tax_rate_id,
    taxRate: row.tax_rate,
    hasWaitingList: false,
    ...sellingTicket(row),
  };
}

/** Presents a ticket with its waiting list. To visitors it is sold out while its places are reserved. */
export function listedTicket(
  row: TicketWithSharedLeft,
  event: EventRow,
  { toStaff }: { toStaff: boolean },
): Ticket {
  const ticket = presentTicket(row, event.currency);
  const left = freePlacesOfTicket(row);
  const isReserved = !toStaff && isReservedForWaiting(event, row, left);
  return {
    ...ticket,
    currentStock: isReserved ? 0 : ticket.currentStock,
    hasWaitingList: isWaitingListOpen(event, row, left),
  };
}
