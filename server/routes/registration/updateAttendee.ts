import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { changeAttendee } from "../../people/change.ts";
import { presentListed } from "../../people/present.ts";

export const updateAttendee = route("registration/updateAttendee", async ({ body, viewer }, { db }) => {
  await ownEvent(db, viewer, body.eventId, "attendee");
  const row = await changeAttendee(db, body, actorOf(viewer));
  return { payload: { attendee: presentListed([row])[0]! }, msg: "Saved." };
});
