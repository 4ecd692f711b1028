import { undoOfficeCheckIn } from "../../door/office.ts";
import { officeStaffOf } from "../../http/access/officeStaff.ts";
import { route } from "../../http/route.ts";

export const deleteCheckin = route("checkin/delete", async ({ body, viewer }, services) => {
  const { attendeeId, eventId } = body;
  await undoOfficeCheckIn(services.doors, await officeStaffOf(services, viewer, eventId), attendeeId);
  return { payload: { attendeeId }, msg: "The check-in is undone." };
});
