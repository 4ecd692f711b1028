import { presentEvent } from "../../events/present.ts";
import { visibleEvent } from "../../events/visible.ts";
import { route } from "../../http/route.ts";
import { isStaffOf } from "../../http/staff.ts";

export const getEvent = route("event/getEvent", async ({ query, viewer }, { db }) => {
  const event = await visibleEvent(db, query.eventId, (clubId) => isStaffOf(viewer, clubId));
  return { payload: presentEvent(event) };
});
