import { invitationsOf } from "../../accounts/invitationRows.ts";
import { presentInvitation } from "../../accounts/invitations.ts";
import { adminRows } from "../../accounts/rows.ts";
import { clubById } from "../../clubs/rows.ts";
import { notFound } from "../../domainError.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const getTeam = route("team/getByClubId", async ({ query: { clubId }, viewer }, { db, clock }) => {
  if (!isStaffOf(viewer, clubId) || (await clubById(db, clubId)) === undefined) throw notFound("club");
  const [members, invitations] = await Promise.all([
    adminRows(db, { clubId }),
    invitationsOf(db, clubId, clock()),
  ]);
  return {
    payload: {
      members: members.map(({ id, full_name, email, last_signin_at }) => ({
        id,
        fullName: full_name,
        email,
        lastSigninAt: last_signin_at?.toISOString() ?? null,
      })),
      invitations: invitations.map(presentInvitation),
    },
  };
});
