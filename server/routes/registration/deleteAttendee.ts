import { eventById } from "../../events/rows.ts";
import { owned } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { deleteAttendee as remove } from "../../people/remove.ts";

export const deleteAttendee = route(
  "registration/deleteAttendee",
  async ({ query, viewer }, { db, clock }) => {
    const event = owned(await eventById(db, query.eventId), viewer, (row) => row.club_id, "attendee");
    const { attendeeId, force = false } = query;
    const removal = { actor: `user:${viewer!.id}`, force, now: clock() };
    const payload = await remove(db, { attendeeId, eventId: event.id }, removal);
    return { payload, msg: "The attendee is deleted." };
  },
);
