import { confirmEmailChange } from "../../accounts/ownEmail.ts";
import { ownAccount, requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const confirmEmail = route("auth/confirmEmail", async (request, services) => {
  const { userAgent, body } = request;
  const link = { userId: requireViewer(request).id, token: body.token, userAgent };
  const token = await confirmEmailChange(services, link);
  return { payload: await ownAccount({ ...request, token }, services), token };
});
