import { eventById } from "../../events/rows.ts";
import { owned } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { changeAttendee } from "../../people/change.ts";
import { presentListed } from "../../people/present.ts";

export const updateAttendee = route("registration/updateAttendee", async ({ body, viewer }, { db }) => {
  owned(await eventById(db, body.eventId), viewer, (row) => row.club_id, "attendee");
  const row = await changeAttendee(db, body, `user:${viewer!.id}`);
  return { payload: { attendee: presentListed([row])[0]! }, msg: "Saved." };
});
