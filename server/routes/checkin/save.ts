import { checkInAtOffice } from "../../door/office.ts";
import { officeStaffOf } from "../../http/access/officeStaff.ts";
import { route } from "../../http/route.ts";

export const saveCheckin = route("checkin/save", async ({ body, viewer, idempotency }, services) => {
  const desk = await officeStaffOf(services, viewer, body.eventId);
  return {
    payload: await checkInAtOffice(services.db, services.doors, desk, { ...body, idempotency }),
    msg: "Checked in.",
  };
});
