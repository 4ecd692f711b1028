import { resetPassword as reset } from "../../accounts/passwords/passwordReset.ts";
import { hashSourceOf } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const resetPassword = route("auth/resetPassword", async ({ body, client }, services) => ({
  payload: {
    device: await services.hashQueue.run(hashSourceOf({ client, viewer: null }), () => reset(services, body)),
  },
}));
