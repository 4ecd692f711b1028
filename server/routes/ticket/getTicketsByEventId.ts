import { visibleEvent } from "../../events/visible.ts";
import { route } from "../../http/route.ts";
import { isStaffOf } from "../../http/staff.ts";
import { presentTicket } from "../../tickets/present.ts";
import { ticketsOfEvent } from "../../tickets/rows.ts";

export const getTicketsByEventId = route("ticket/getTicketsByEventId", async ({ query, viewer }, { db }) => {
  const event = await visibleEvent(db, query.eventId, (clubId) => isStaffOf(viewer, clubId));
  const rows = await ticketsOfEvent(db, event.id, { active: !isStaffOf(viewer, event.club_id) });
  return { payload: rows.map((row) => presentTicket(row, event.currency)) };
});
