import { visibleEvent } from "../../events/visible.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { packagesOfEvent, presentPackage } from "../../sponsorships/rows.ts";

export const getPackagesByEventId = route(
  "sponsorship-package/getPackagesByEventId",
  async ({ query, viewer }, { db }) => {
    const event = await visibleEvent(db, query.eventId, (clubId) => isStaffOf(viewer, clubId));
    const rows = await packagesOfEvent(db, event.id, { active: !isStaffOf(viewer, event.club_id) });
    return { payload: rows.map(presentPackage) };
  },
);
