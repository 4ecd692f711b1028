import { presentEvent } from "../../events/present.ts";
import { eventBySlug } from "../../events/rows.ts";
import { visible } from "../../events/visible.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getEventBySlug = route("event/getEventBySlug", async ({ query, viewer }, { db, clock }) => {
  const event = visible(await eventBySlug(db, query.slug, clock()), (clubId) => isStaffOf(viewer, clubId));
  return { payload: presentEvent(event) };
});
