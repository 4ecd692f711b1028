import { acceptInvitation } from "../../accounts/invitations.ts";
import { hashSourceOf } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const accept = route("team/accept", async ({ body, client, userAgent }, services) => {
  const { token, user, device, secondFactorDue } = await services.hashQueue.run(
    hashSourceOf({ client, viewer: null }),
    () => acceptInvitation(services, body, userAgent),
  );
  const payload = { currentUser: user, device, ...(secondFactorDue && { secondFactorDue: true as const }) };
  return { payload, token };
});
