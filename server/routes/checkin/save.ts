import { checkInAtOffice } from "../../door/office.ts";
import { officeStaffOf } from "../../http/access/officeStaff.ts";
import { route } from "../../http/route.ts";

export const saveCheckin = route("checkin/save", async ({ body, viewer, idempotency }, house) => {
  const desk = await officeStaffOf(house, viewer, body.eventId);
  return {
    payload: await checkInAtOffice(house.db, house.doors, desk, { ...body, idempotency }),
    msg: "Checked in.",
  };
});
