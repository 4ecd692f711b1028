import { saveAdmin } from "../../accounts/saveAdmin.ts";
import { actorOf } from "../../http/own.ts";
import { route } from "../../http/route.ts";

export const saveAppUser = route("appUser/save", async ({ body, ip, viewer, idempotency }, house) => {
  const doing = { actor: actorOf(viewer), idempotency };
  const given = { ...body, password: body.password ?? null };
  return { payload: await house.attempts.run(ip, () => saveAdmin(house, given, doing)) };
});
