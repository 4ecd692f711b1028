import { askForEmailChange } from "../../accounts/ownEmail.ts";
import { hashSourceOf, sessionOf } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const changeEmail = route("auth/changeEmail", async (request, services) => {
  const attempt = { ...sessionOf(request), ...request.body };
  return {
    payload: await services.hashQueue.run(hashSourceOf(request), () => askForEmailChange(services, attempt)),
  };
});
