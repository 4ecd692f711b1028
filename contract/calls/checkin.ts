/** The calls that look up, admit and take back an admission, and the figures of the door. */

import { z } from "zod";
import { call } from "../endpoint.ts";
import { id } from "../scalars.ts";
import { checkin, dayOfEvent, scanned, statistics, statisticsSeries } from "../shapes/checkin.ts";
import { orderItem } from "../shapes/order.ts";
import { attendee, registrationState } from "../shapes/registration.ts";

export const checkinCalls = {
  "checkin/scanByRegistrationId": call({
    method: "POST",
    access: "admin",
    kind: "read",
    summary:
      "Whose code this is. Looks and lets nobody in; 409 where they may not come in, or are in already",
    refuses: ["alreadyCheckedIn", "notActive", "wrongEvent", "unreadableCode"],
    body: scanned,
    payload: attendee.extend({ registrationStatus: registrationState, items: z.array(orderItem) }),
  }),
  "checkin/save": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Let an attendee in; a second time is alreadyCheckedIn with the first check-in",
    refuses: ["alreadyCheckedIn", "notActive", "wrongEvent"],
    body: z.object({ attendeeId: id, registrationId: id, eventId: id }),
    payload: checkin,
    idempotent: true,
  }),
  "checkin/delete": call({
    method: "DELETE",
    access: "admin",
    kind: "write",
    summary: "Take an attendee's check-in back, at whichever door it was",
    body: z.object({ attendeeId: id, eventId: id }),
    payload: z.object({ attendeeId: z.number().int() }),
  }),
  "checkin/getStatistics": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "Attendees registered and check-ins made on a day of the event's zone, and in all",
    query: dayOfEvent,
    payload: statistics,
  }),
  "checkin/getStatisticsSeries": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "Registrations over time and by ticket, arrivals of a day by quarter of an hour, revenue by source",
    query: dayOfEvent,
    payload: statisticsSeries,
  }),
};
