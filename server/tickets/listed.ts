/** A ticket on an event's list, with what its waiting list means for whoever looks. */
import type { Ticket } from "../../contract/ticket.ts";
import type { EventRow } from "../events/rows.ts";
import { leftOf, presentTicket } from "./present.ts";
import { isPromised, isWaitedFor } from "./promised.ts";
import type { SharingTicket } from "./rows.ts";

/** Presents a ticket: to visitors as sold out while what is left is promised to others, to staff as it is. */
export function listedTicket(row: SharingTicket, event: EventRow, { toStaff }: { toStaff: boolean }): Ticket {
  const ticket = presentTicket(row, event.currency);
  const left = leftOf(row);
  const isKept = !toStaff && isPromised(event, row, left);
  return {
    ...ticket,
    currentStock: isKept ? 0 : ticket.currentStock,
    hasWaitingList: isWaitedFor(event, row, left),
  };
}
