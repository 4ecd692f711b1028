import { notFound } from "../../domainError.ts";
import { presentEvent } from "../../events/present.ts";
import { visibleEvent } from "../../events/visible.ts";
import { route } from "../../http/route.ts";
import { isStaffOf } from "../../http/staff.ts";

export const getEventByEventIdnClubId = route(
  "event/getEventByEventIdnClubId",
  async ({ query, viewer }, { db }) => {
    const event = await visibleEvent(db, query.eventId, (clubId) => isStaffOf(viewer, clubId));
    if (event.club_id !== query.clubId) throw notFound("event");
    return { payload: presentEvent(event) };
  },
);
