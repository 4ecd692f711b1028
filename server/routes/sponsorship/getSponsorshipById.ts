import { owned } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { presentStaffSponsorship, sponsorshipById } from "../../sponsorships/sponsorshipRows.ts";

export const getSponsorshipById = route(
  "sponsorship/getSponsorshipById",
  async ({ query, viewer }, { db }) => {
    const found = await sponsorshipById(db, query.sponsorshipId);
    const row = owned(found, viewer, ({ club_id }) => club_id, "sponsorship");
    return { payload: presentStaffSponsorship(row) };
  },
);
