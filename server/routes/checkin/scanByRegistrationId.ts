import { attendeeOfCode } from "../../door/office.ts";
import { officeStaffOf } from "../../http/access/officeStaff.ts";
import { route } from "../../http/route.ts";

export const scanByRegistrationId = route("checkin/scanByRegistrationId", async ({ body, viewer }, house) => {
  const { qrCodeData: text, eventId } = body.payload;
  const desk = await officeStaffOf(house, viewer, eventId);
  const { attendee, registration } = await attendeeOfCode(house.db, desk, { text, now: house.clock() });
  return { payload: { ...attendee, registrationStatus: registration.state, items: registration.lines } };
});
