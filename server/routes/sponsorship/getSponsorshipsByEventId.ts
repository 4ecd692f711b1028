import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { presentStaffSponsorship, sponsorshipsOfEvent } from "../../sponsorships/sponsorshipRows.ts";

export const getSponsorshipsByEventId = route(
  "sponsorship/getSponsorshipsByEventId",
  async ({ query, viewer }, { db }) => {
    const event = await ownEvent(db, viewer, query.eventId);
    const rows = await sponsorshipsOfEvent(db, event.id, query.paymentStatus);
    return { payload: rows.map(presentStaffSponsorship) };
  },
);
