import { ownEvent } from "../../http/own.ts";
import { route } from "../../http/route.ts";
import { cancellationOf } from "../../people/cancelEvent.ts";

export const getCancellation = route("event/getCancellation", async ({ query, viewer }, { db }) => {
  return { payload: await cancellationOf(db, await ownEvent(db, viewer, query.eventId)) };
});
