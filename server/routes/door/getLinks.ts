import { linksWithDevices } from "../../door/links.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getLinks = route("door/getLinks", async ({ query, viewer }, { db, clock }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  return { payload: await linksWithDevices(db, event.id, clock()) };
});
