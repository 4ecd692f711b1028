import { saveAdmin } from "../../accounts/saveAdmin.ts";
import { route } from "../../http/route.ts";

export const saveAppUser = route("appUser/save", async ({ body, ip, idempotency }, house) => {
  const given = { ...body, password: body.password ?? null };
  return { payload: await house.attempts.run(ip, () => saveAdmin(house, given, idempotency)) };
});
