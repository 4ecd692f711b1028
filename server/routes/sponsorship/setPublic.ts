import { inTransaction } from "../../db/pool.ts";
import { actorOf, ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { showSponsor } from "../../sponsorships/showSponsor.ts";
import { presentStaffSponsorship, sponsorshipById } from "../../sponsorships/sponsorshipRows.ts";

export const setPublic = route("sponsorship/setPublic", async ({ body, viewer }, { db }) => {
  const { id } = ownOfClub(viewer, await sponsorshipById(db, body.sponsorshipId), "sponsorship");
  const row = await inTransaction(db, (tx) => showSponsor(tx, id, body.isPublic, actorOf(viewer)));
  return {
    payload: presentStaffSponsorship(row),
    msg: body.isPublic ? "The sponsor is shown." : "The sponsor is not shown any more.",
  };
});
