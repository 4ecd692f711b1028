import { askForEmailChange } from "../../accounts/ownEmail.ts";
import { attempterOf, requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const changeEmail = route("auth/changeEmail", async (request, services) => {
  const { client, body } = request;
  const attempt = { userId: requireViewer(request).id, client, ...body };
  return {
    payload: await services.attempts.run(attempterOf(request), () => askForEmailChange(services, attempt)),
  };
});
