import { inviteToTeam } from "../../accounts/invitations.ts";
import { clubById } from "../../clubs/rows.ts";
import { notFound } from "../../domainError.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const invite = route("team/invite", async ({ body, viewer, idempotency }, { db, clock }) => {
  const isClub = isStaffOf(viewer, body.clubId) && (await clubById(db, body.clubId)) !== undefined;
  if (!isClub) throw notFound("club");
  const context = { userId: requireViewer({ viewer }).id, idempotency, now: clock() };
  return {
    payload: await inviteToTeam(db, body, context),
    msg: `The invitation is mailed to ${body.email}.`,
  };
});
