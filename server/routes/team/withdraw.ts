import { invitationById } from "../../accounts/invitationRows.ts";
import { withdrawInvitation } from "../../accounts/invitations.ts";
import { actorOf, ownOfClub } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const withdraw = route("team/withdraw", async ({ body, viewer }, { db }) => {
  const invitation = ownOfClub(viewer, await invitationById(db, body.id), "invitation");
  await withdrawInvitation(db, invitation, actorOf(viewer));
  return { payload: { id: body.id }, msg: `The invitation of ${invitation.email} is withdrawn.` };
});
