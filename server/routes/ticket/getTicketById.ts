import { notFound } from "../../domainError.ts";
import { visibleEvent } from "../../events/visible.ts";
import { route } from "../../http/route.ts";
import { isStaffOf } from "../../http/staff.ts";
import { presentTicket } from "../../tickets/present.ts";
import { ticketById } from "../../tickets/rows.ts";

export const getTicketById = route("ticket/getTicketById", async ({ query, viewer }, { db }) => {
  const ticket = await ticketById(db, query.ticketId);
  if (ticket === undefined) throw notFound("ticket");
  const event = await visibleEvent(db, ticket.event_id, (clubId) => isStaffOf(viewer, clubId)).catch(
    () => undefined,
  );
  if (event === undefined || !(ticket.is_active || isStaffOf(viewer, event.club_id)))
    throw notFound("ticket");
  return { payload: presentTicket(ticket, event.currency) };
});
