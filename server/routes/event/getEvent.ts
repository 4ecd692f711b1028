import { hasChangeToTell } from "../../desk/tellChange.ts";
import { presentEvent, presentWholeEvent } from "../../events/present.ts";
import { shownEventById } from "../../events/rows.ts";
import { visible } from "../../events/visible.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getEvent = route("event/getEvent", async ({ query, viewer }, { db, clock }) => {
  const now = clock();
  const isStaff = (clubId: number) => isStaffOf(viewer, clubId);
  const event = visible(await shownEventById(db, query.eventId, now), isStaff);
  return {
    payload: isStaff(event.club_id)
      ? { ...presentWholeEvent(event), hasChangeToTell: await hasChangeToTell(db, event, now) }
      : presentEvent(event),
  };
});
