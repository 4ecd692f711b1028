import { eventById } from "../../events/rows.ts";
import { presentExtras } from "../../extras/present.ts";
import { extrasOfEvent } from "../../extras/rows.ts";
import { owned } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getExtras = route("event/getExtras", async ({ query, viewer }, { db }) => {
  const event = owned(await eventById(db, query.eventId), viewer, (row) => row.club_id, "event");
  const rows = await extrasOfEvent(db, event.id, { active: false });
  return { payload: rows.map(presentExtras) };
});
