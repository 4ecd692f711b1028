import { notFound } from "../../domainError.ts";
import { eventById } from "../../events/rows.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { listedTicket } from "../../tickets/present.ts";
import { ticketById } from "../../tickets/rows.ts";

export const getTicketById = route("ticket/getTicketById", async ({ query, viewer }, { db }) => {
  const ticket = await ticketById(db, query.ticketId);
  if (ticket === undefined) throw notFound("ticket");
  const event = await eventById(db, ticket.event_id);
  const isStaff = event !== undefined && isStaffOf(viewer, event.club_id);
  if (event === undefined || !(isStaff || (event.is_active && ticket.is_active && !ticket.is_hidden)))
    throw notFound("ticket");
  return { payload: listedTicket(ticket, event, { toStaff: isStaff }) };
});
