import { conflictsOf } from "../../door/story.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getConflicts = route("door/getConflicts", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  return { payload: await conflictsOf(db, event.id) };
});
