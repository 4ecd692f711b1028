import { notFound } from "../../domainError.ts";
import { eventById, eventKey } from "../../events/rows.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { queueTicketLinks } from "../../letters/ticketLinks.ts";
import { presentAttendees, presentRegistration } from "../../registrations/present.ts";
import { activeRegistrationsByEmail, attendeesOf } from "../../registrations/rows.ts";

export const getRegistrationByEmail = route(
  "registration/getRegistrationByEmail",
  async ({ query, viewer }, { db, clock }) => {
    const { eventId } = query;
    const event = viewer === null || eventId === undefined ? undefined : await eventById(db, eventId);
    if (event === undefined || !isStaffOf(viewer, event.club_id)) {
      // The mailer looks the tickets up, so that the reply takes the same time with and without any.
      await queueTicketLinks(db, query, clock());
      return { payload: { sent: true } };
    }
    const [row] = await activeRegistrationsByEmail(db, event.id, query.email);
    if (row === undefined) throw notFound("registration");
    const key = await eventKey(db, event.id);
    return {
      payload: {
        registration: presentRegistration(row),
        attendees: presentAttendees(await attendeesOf(db, row.id), key?.private_key ?? null),
      },
    };
  },
);
