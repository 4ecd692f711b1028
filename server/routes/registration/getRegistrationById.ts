import { notFound } from "../../domainError.ts";
import { eventById, eventKey } from "../../events/rows.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { orderOfRegistration, presentStaffOrder } from "../../orders/rows.ts";
import { presentAttendees, presentRegistration } from "../../registrations/present.ts";
import { attendeesOf, registrationById } from "../../registrations/rows.ts";

export const getRegistrationById = route(
  "registration/getRegistrationById",
  async ({ query, viewer }, { db }) => {
    const row = await registrationById(db, query.registrationId);
    const event = row === undefined ? undefined : await eventById(db, row.event_id);
    if (row === undefined || event === undefined || !isStaffOf(viewer, event.club_id))
      throw notFound("registration");
    const key = row.state === "active" ? await eventKey(db, event.id) : undefined;
    const order = await orderOfRegistration(db, row.id);
    return {
      payload: {
        registration: presentRegistration(row),
        attendees: presentAttendees(await attendeesOf(db, row.id), key?.private_key ?? null),
        order: order === undefined ? null : presentStaffOrder(order),
      },
    };
  },
);
