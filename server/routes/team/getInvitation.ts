import { invitationOf } from "../../accounts/invitations.ts";
import { route } from "../../http/route.ts";

export const getInvitation = route("team/getInvitation", async ({ query }, { db, clock }) => ({
  payload: await invitationOf(db, query.token, clock()),
}));
