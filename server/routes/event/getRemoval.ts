import { removalOfEvent } from "../../events/removeEvent.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

/** Counts of what would be deleted with the event, and the reason if it must stay. */
export const getRemoval = route("event/getRemoval", async ({ query, viewer }, { db }) => {
  return { payload: await removalOfEvent(db, await ownEvent(db, viewer, query.eventId)) };
});
