import { resetPassword as reset } from "../../accounts/passwordReset.ts";
import { route } from "../../http/route.ts";

export const resetPassword = route("auth/resetPassword", async ({ body, ip }, house) => ({
  payload: { device: await house.attempts.run(ip, () => reset(house, body)) },
}));
