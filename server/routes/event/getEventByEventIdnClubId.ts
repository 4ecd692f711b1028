import { notFound } from "../../domainError.ts";
import { presentEvent } from "../../events/present.ts";
import { shownEventById } from "../../events/rows.ts";
import { visible } from "../../events/visible.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getEventByEventIdnClubId = route(
  "event/getEventByEventIdnClubId",
  async ({ query, viewer }, { db, clock }) => {
    const event = visible(await shownEventById(db, query.eventId, clock()), (clubId) =>
      isStaffOf(viewer, clubId),
    );
    if (event.club_id !== query.clubId) throw notFound("event");
    return { payload: presentEvent(event) };
  },
);
