import { visibleEvent } from "../../events/visible.ts";
import { presentExtras } from "../../extras/present.ts";
import { extrasOfEvent } from "../../extras/rows.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getExtrasByEventId = route("extras/getExtrasByEventId", async ({ query, viewer }, { db }) => {
  const event = await visibleEvent(db, query.eventId, (clubId) => isStaffOf(viewer, clubId));
  return { payload: (await extrasOfEvent(db, event.id, { onlyActive: true })).map(presentExtras) };
});
