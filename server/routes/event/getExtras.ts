import { presentExtras } from "../../extras/present.ts";
import { extrasOfEvent } from "../../extras/rows.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getExtras = route("event/getExtras", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  return { payload: (await extrasOfEvent(db, event.id, { onlyActive: false })).map(presentExtras) };
});
