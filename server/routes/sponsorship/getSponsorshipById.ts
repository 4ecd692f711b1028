import { ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { presentStaffSponsorship, sponsorshipById } from "../../sponsorships/sponsorshipRows.ts";

export const getSponsorshipById = route(
  "sponsorship/getSponsorshipById",
  async ({ query, viewer }, { db }) => {
    const found = await sponsorshipById(db, query.sponsorshipId);
    const row = ownOfClub(viewer, found, "sponsorship");
    return { payload: presentStaffSponsorship(row) };
  },
);
