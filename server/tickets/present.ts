/** A ticket as the wire shows it. */

import type { SellingTicket } from "../../contract/rules/sales.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { Ticket } from "../../contract/ticket.ts";
import type { SharingTicket, TicketRow } from "./rows.ts";

/** What the rules of sale need of a stored ticket. What it shares counts where it was read along. */
export function sellingTicket(row: TicketRow & { shared_left?: number | null }): SellingTicket {
  return {
    isActive: row.is_active,
    currentStock: leftOf(row),
    salesStart: row.sales_start?.toISOString() ?? null,
    salesEnd: row.sales_end?.toISOString() ?? null,
  };
}

/** How many places of a ticket can still be sold: of its own number, or of the capacity it shares. */
export function leftOf(
  row: Pick<TicketRow, "max_stock" | "held" | "sold"> & { shared_left?: number | null },
): number {
  return Math.min(row.max_stock - row.held - row.sold, row.shared_left ?? Number.POSITIVE_INFINITY);
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
