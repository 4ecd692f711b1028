import { eventById } from "../../events/rows.ts";
import { owned } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { sendTicket } from "../../people/sendTickets.ts";

export const sendTicketByAttendeeId = route(
  "registration/sendTicketByAttendeeId",
  async ({ query, viewer }, { db, clock }) => {
    const event = owned(await eventById(db, query.eventId), viewer, (row) => row.club_id, "attendee");
    await sendTicket(db, { attendeeId: query.attendeeId, eventId: event.id }, clock());
    return { payload: { sent: true }, msg: "The ticket is on its way." };
  },
);
