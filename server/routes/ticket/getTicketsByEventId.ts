import { visibleEvent } from "../../events/visible.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { listedTicket } from "../../tickets/present.ts";
import { ticketsOfEvent } from "../../tickets/rows.ts";

export const getTicketsByEventId = route("ticket/getTicketsByEventId", async ({ query, viewer }, { db }) => {
  const event = await visibleEvent(db, query.eventId, (clubId) => isStaffOf(viewer, clubId));
  const isStaff = isStaffOf(viewer, event.club_id);
  const rows = await ticketsOfEvent(db, event.id, { onlyActive: !isStaff, onlyListed: !isStaff });
  return { payload: rows.map((row) => listedTicket(row, event, { toStaff: isStaff })) };
});
