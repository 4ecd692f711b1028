import { undoStaffCheckIn } from "../../door/staffCheckIn.ts";
import { eventStaffOf } from "../../http/access/eventStaff.ts";
import { route } from "../../http/route.ts";

export const deleteCheckin = route("checkin/delete", async ({ body, viewer }, services) => {
  const { attendeeId, eventId } = body;
  await undoStaffCheckIn(services.doors, await eventStaffOf(services, viewer, eventId), attendeeId);
  return { payload: { attendeeId }, msg: "The check-in is undone." };
});
