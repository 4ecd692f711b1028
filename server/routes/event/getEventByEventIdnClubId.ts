import { notFound } from "../../domainError.ts";
import { presentEvent, presentWholeEvent } from "../../events/present.ts";
import { shownEventById } from "../../events/rows.ts";
import { visible } from "../../events/visible.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getEventByEventIdnClubId = route(
  "event/getEventByEventIdnClubId",
  async ({ query, viewer }, { db, clock }) => {
    const isStaff = (clubId: number) => isStaffOf(viewer, clubId);
    const event = visible(await shownEventById(db, query.eventId, clock()), isStaff);
    if (event.club_id !== query.clubId) throw notFound("event");
    return { payload: isStaff(event.club_id) ? presentWholeEvent(event) : presentEvent(event) };
  },
);
