import { resetPassword as reset } from "../../accounts/passwordReset.ts";
import { attempterOf } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const resetPassword = route("auth/resetPassword", async ({ body, client }, house) => ({
  payload: {
    device: await house.attempts.run(attempterOf({ client, viewer: null }), () => reset(house, body)),
  },
}));
