import { askForEmailChange } from "../../accounts/ownEmail.ts";
import { hashSourceOf, requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const changeEmail = route("auth/changeEmail", async (request, services) => {
  const { client, body } = request;
  const attempt = { userId: requireViewer(request).id, client, ...body };
  return {
    payload: await services.hashQueue.run(hashSourceOf(request), () => askForEmailChange(services, attempt)),
  };
});
