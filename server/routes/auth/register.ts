import { register as registerClub } from "../../accounts/register.ts";
import { hashSourceOf } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const register = route("auth/register", async ({ body, client, userAgent, idempotency }, services) => {
  const source = { device: body.device ?? null, userAgent, idempotency };
  const { token, user, device } = await services.hashQueue.run(hashSourceOf({ client, viewer: null }), () =>
    registerClub(services, body, source),
  );
  return { payload: { currentUser: user, device }, token };
});
