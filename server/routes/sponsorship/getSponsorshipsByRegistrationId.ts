import { ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { registrationById } from "../../registrations/rows.ts";
import { presentStaffSponsorship, sponsorshipsOfRegistration } from "../../sponsorships/sponsorshipRows.ts";

export const getSponsorshipsByRegistrationId = route(
  "sponsorship/getSponsorshipsByRegistrationId",
  async ({ query, viewer }, { db }) => {
    const found = await registrationById(db, query.registrationId);
    const { row } = await ownRow(db, viewer, found, "registration");
    return { payload: (await sponsorshipsOfRegistration(db, row.id)).map(presentStaffSponsorship) };
  },
);
