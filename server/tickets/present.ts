/** A ticket as the wire shows it. */

import type { SellingTicket } from "../../contract/rules/sales.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { Ticket } from "../../contract/ticket.ts";
import type { TicketRow } from "./rows.ts";

/** What the rules of sale need of a stored ticket. */
export function sellingTicket(row: TicketRow): SellingTicket {
  return {
    isActive: row.is_active,
    currentStock: row.max_stock - row.held - row.sold,
    salesStart: row.sales_start?.toISOString() ?? null,
    salesEnd: row.sales_end?.toISOString() ?? null,
  };
}

/** Presents a stored ticket, priced in its event's currency. */
export function presentTicket(row: TicketRow, currency: Currency): Ticket {
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
    ...sellingTicket(row),
  };
}
