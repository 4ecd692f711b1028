import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { presentShared } from "../../tickets/presentShared.ts";
import { sharedOfEvent } from "../../tickets/sharedRows.ts";

export const getSharedCapacities = route("sharedCapacity/getByEventId", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  return { payload: (await sharedOfEvent(db, event.id)).map(presentShared) };
});
