import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { sendTicket } from "../../people/sendTickets.ts";

export const sendTicketByAttendeeId = route(
  "registration/sendTicketByAttendeeId",
  async ({ query, viewer }, { db, clock }) => {
    const event = await ownEvent(db, viewer, query.eventId, "attendee");
    await sendTicket(db, { attendeeId: query.attendeeId, eventId: event.id }, clock());
    return { payload: { sent: true }, msg: "The ticket is on its way." };
  },
);
