import { visibleEvent } from "../../events/visible.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { packagesOfEvent, presentPackage, presentTicketsSuffice } from "../../sponsorships/rows.ts";
import { freePlacesForPublic } from "../../tickets/left.ts";
import { ticketsOfEvent } from "../../tickets/rows.ts";

export const getPackagesByEventId = route(
  "sponsorship-package/getPackagesByEventId",
  async ({ query, viewer }, { db }) => {
    const event = await visibleEvent(db, query.eventId, (clubId) => isStaffOf(viewer, clubId));
    const rows = await packagesOfEvent(db, event.id, { onlyActive: !isStaffOf(viewer, event.club_id) });
    const hasTickets = rows.some(({ ticket_id }) => ticket_id !== null);
    const tickets = hasTickets ? await ticketsOfEvent(db, event.id, { onlyActive: false }) : [];
    const left = new Map(tickets.map((ticket) => [ticket.id, freePlacesForPublic(event, ticket)]));
    return { payload: rows.map((row) => ({ ...presentPackage(row), ...presentTicketsSuffice(row, left) })) };
  },
);
