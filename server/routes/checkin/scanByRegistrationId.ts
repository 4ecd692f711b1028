import { attendeeOfCode } from "../../door/staffCheckIn.ts";
import { eventStaffOf } from "../../http/access/eventStaff.ts";
import { route } from "../../http/route.ts";

export const scanByRegistrationId = route(
  "checkin/scanByRegistrationId",
  async ({ body, viewer }, services) => {
    const { qrCodeData: text, eventId } = body.payload;
    const staff = await eventStaffOf(services, viewer, eventId);
    const scan = { text, now: services.clock() };
    const { attendee, registration, isOldTicket } = await attendeeOfCode(services.db, staff, scan);
    const { state: registrationStatus, lines: items } = registration;
    return {
      payload: { ...attendee, registrationStatus, items, ...(isOldTicket ? { oldTicket: true } : {}) },
    };
  },
);
