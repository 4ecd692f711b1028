import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { deleteAttendee as remove } from "../../people/remove.ts";

export const deleteAttendee = route(
  "registration/deleteAttendee",
  async ({ query, viewer }, { db, clock }) => {
    const event = await ownEvent(db, viewer, query.eventId, "attendee");
    const { attendeeId, force = false } = query;
    const removal = { actor: actorOf(viewer), force, now: clock() };
    const payload = await remove(db, { attendeeId, eventId: event.id }, removal);
    return { payload, msg: "The attendee is deleted." };
  },
);
