import { z } from "zod";
import { call } from "../endpoint.ts";
import { id } from "../scalars.ts";
import { checkin, eventAndDay, scanned } from "../shapes/door/checkin.ts";
import { orderItem } from "../shapes/order.ts";
import { attendee, registrationState } from "../shapes/registration.ts";
import { statistics, statisticsSeries } from "../shapes/statistics.ts";

export const checkinCalls = {
  "checkin/scanByRegistrationId": call({
    method: "POST",
    access: "admin",
    kind: "read",
    summary:
      "Find the attendee of a code without checking them in. Refused if the code or the registration is not valid, or they are checked in already. The days on which a ticket is valid do not matter",
    refuses: ["alreadyCheckedIn", "notActive", "wrongEvent", "unreadableCode"],
    body: scanned,
    payload: attendee.extend({
      registrationStatus: registrationState,
      items: z.array(orderItem),
      /** True if it is the attendee's code from the previous system. */
      oldTicket: z.boolean().optional(),
    }),
  }),
  "checkin/save": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Check an attendee in. A second check-in is refused as alreadyCheckedIn, and the refusal has the first one",
    refuses: ["alreadyCheckedIn", "notActive", "wrongEvent"],
    body: z.object({ attendeeId: id, registrationId: id, eventId: id }),
    payload: checkin,
    idempotent: true,
  }),
  "checkin/delete": call({
    method: "DELETE",
    access: "admin",
    kind: "write",
    summary: "Undo an attendee's check-in, no matter where it was made",
    body: z.object({ attendeeId: id, eventId: id }),
    payload: z.object({ attendeeId: z.number().int() }),
  }),
  "checkin/getStatistics": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "Attendees registered and check-ins on one day in the event's time zone, and in total",
    query: eventAndDay,
    payload: statistics,
  }),
  "checkin/getStatisticsSeries": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "Attendees registered over time and by ticket, arrivals of a day by quarter of an hour, revenue by source",
    query: eventAndDay,
    payload: statisticsSeries,
  }),
};
