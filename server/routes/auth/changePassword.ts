import { changePassword as change } from "../../accounts/passwords/ownPassword.ts";
import { hashSourceOf, ownAccount, sessionOf } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const changePassword = route("auth/changePassword", async (request, services) => {
  const { userAgent, body } = request;
  const attempt = { ...sessionOf(request), userAgent, ...body };
  const token = await services.hashQueue.run(hashSourceOf(request), () => change(services, attempt));
  return { payload: await ownAccount({ ...request, token }, services), token };
});
