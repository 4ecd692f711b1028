import { removeEvent as remove } from "../../events/removeEvent.ts";
import { actorOf, ownEvent } from "../../http/own.ts";
import { route } from "../../http/route.ts";
import { removeImage } from "../../media/replaceImage.ts";

export const removeEvent = route("event/removeEvent", async ({ query, viewer }, { db, dataDir }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  await remove(db, event, actorOf(viewer));
  if (event.banner !== null) await removeImage(dataDir, "event-banner", event.banner);
  return { payload: { id: event.id } };
});
