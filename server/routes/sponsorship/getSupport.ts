import { configOf } from "../../events/present.ts";
import { visibleEvent } from "../../events/visible.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { hasPackages, supportersOf } from "../../sponsorships/supporters.ts";

export const getSupport = route("sponsorship/getSupport", async ({ query, viewer }, { db }) => {
  const event = await visibleEvent(db, query.eventId, (clubId) => isStaffOf(viewer, clubId));
  const sponsors = configOf(event).showSponsors ? await supportersOf(db, event.id) : [];
  return { payload: { hasPackages: await hasPackages(db, event.id), sponsors } };
});
