import { actorOf, ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { removeLogo as remove } from "../../sponsorships/logo.ts";
import { presentStaffSponsorship, sponsorshipById } from "../../sponsorships/sponsorshipRows.ts";

export const removeLogo = route("sponsorship/removeLogo", async ({ body, viewer }, { db }) => {
  const found = await sponsorshipById(db, body.sponsorshipId);
  const { id } = ownOfClub(viewer, found, "sponsorship");
  return {
    payload: presentStaffSponsorship(await remove(db, id, actorOf(viewer))),
    msg: "The logo is removed.",
  };
});
