import { saveAdmin } from "../../accounts/saveAdmin.ts";
import { actorOf } from "../../http/access/own.ts";
import { hashSourceOf } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const saveAppUser = route("appUser/save", async ({ body, client, viewer, idempotency }, services) => {
  const context = { actor: actorOf(viewer), idempotency };
  const input = { ...body, password: body.password ?? null };
  return {
    payload: await services.hashQueue.run(hashSourceOf({ client, viewer }), () =>
      saveAdmin(services, input, context),
    ),
  };
});
