import { removeEvent as remove } from "../../events/removeEvent.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const removeEvent = route("event/removeEvent", async ({ query, viewer }, { db, clock }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  await remove(db, event, { actor: actorOf(viewer), now: clock() });
  return { payload: { id: event.id } };
});
