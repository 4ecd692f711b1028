import { attendeeOfCode } from "../../door/office.ts";
import { officeStaffOf } from "../../http/access/officeStaff.ts";
import { route } from "../../http/route.ts";

export const scanByRegistrationId = route(
  "checkin/scanByRegistrationId",
  async ({ body, viewer }, services) => {
    const { qrCodeData: text, eventId } = body.payload;
    const staff = await officeStaffOf(services, viewer, eventId);
    const scan = { text, now: services.clock() };
    const { attendee, registration, isOldTicket } = await attendeeOfCode(services.db, staff, scan);
    const { state: registrationStatus, lines: items } = registration;
    return {
      payload: { ...attendee, registrationStatus, items, ...(isOldTicket ? { oldTicket: true } : {}) },
    };
  },
);
