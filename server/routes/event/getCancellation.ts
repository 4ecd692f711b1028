import { cancellationOf } from "../../desk/cancelEvent.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getCancellation = route("event/getCancellation", async ({ query, viewer }, { db }) => {
  return { payload: await cancellationOf(db, await ownEvent(db, viewer, query.eventId)) };
});
