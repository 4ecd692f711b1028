import { actorOf, ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { removeLogo as remove } from "../../sponsorships/logo.ts";
import { presentStaffSponsorship, sponsorshipById } from "../../sponsorships/sponsorshipRows.ts";

export const removeLogo = route("sponsorship/removeLogo", async ({ body, viewer }, { db }) => {
  const { id } = ownOfClub(viewer, await sponsorshipById(db, body.sponsorshipId), "sponsorship");
  return {
    payload: presentStaffSponsorship(await remove(db, id, actorOf(viewer))),
    msg: "The logo is removed.",
  };
});
