import { eventKey } from "../../events/rows.ts";
import { ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { orderOfRegistration, presentStaffOrder } from "../../orders/rows.ts";
import { presentAttendees, presentRegistration } from "../../registrations/present.ts";
import { attendeesOf, registrationById } from "../../registrations/rows.ts";

export const getRegistrationById = route(
  "registration/getRegistrationById",
  async ({ query, viewer }, { db }) => {
    const found = await registrationById(db, query.registrationId);
    const { row, event } = await ownRow(db, viewer, found, "registration");
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
