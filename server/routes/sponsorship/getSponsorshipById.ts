import { ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { presentStaffSponsorship, sponsorshipById } from "../../sponsorships/sponsorshipRows.ts";

export const getSponsorshipById = route(
  "sponsorship/getSponsorshipById",
  async ({ query, viewer }, { db }) => {
    const row = ownOfClub(viewer, await sponsorshipById(db, query.sponsorshipId), "sponsorship");
    return { payload: presentStaffSponsorship(row) };
  },
);
