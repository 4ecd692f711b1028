import { changePassword as change } from "../../accounts/ownPassword.ts";
import { attempterOf, ownAccount, requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const changePassword = route("auth/changePassword", async (asked, services) => {
  const { client, userAgent, body } = asked;
  const attempt = { userId: requireViewer(asked).id, client, userAgent, ...body };
  const token = await services.attempts.run(attempterOf(asked), () => change(services, attempt));
  return { payload: await ownAccount({ ...asked, token }, services), token };
});
