import { checkInAtOffice } from "../../door/office.ts";
import { officeStaffOf } from "../../http/access/officeStaff.ts";
import { route } from "../../http/route.ts";

export const saveCheckin = route("checkin/save", async ({ body, viewer, idempotency }, services) => {
  const staff = await officeStaffOf(services, viewer, body.eventId);
  return {
    payload: await checkInAtOffice(services.db, services.doors, staff, { ...body, idempotency }),
    msg: "Checked in.",
  };
});
