import { ownEvent } from "../../http/own.ts";
import { route } from "../../http/route.ts";
import { presentSponsorship, sponsorshipsOfEvent } from "../../sponsorships/sponsorshipRows.ts";

export const getSponsorshipsByEventId = route(
  "sponsorship/getSponsorshipsByEventId",
  async ({ query, viewer }, { db }) => {
    const event = await ownEvent(db, viewer, query.eventId);
    return { payload: (await sponsorshipsOfEvent(db, event.id)).map(presentSponsorship) };
  },
);
