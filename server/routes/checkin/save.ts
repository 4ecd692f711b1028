import { checkInByStaff } from "../../door/staffCheckIn.ts";
import { eventStaffOf } from "../../http/access/eventStaff.ts";
import { route } from "../../http/route.ts";

export const saveCheckin = route("checkin/save", async ({ body, viewer, idempotency }, services) => {
  const staff = await eventStaffOf(services, viewer, body.eventId);
  return {
    payload: await checkInByStaff(services.db, services.doors, staff, { ...body, idempotency }),
    msg: "Checked in.",
  };
});
