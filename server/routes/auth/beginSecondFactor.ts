import { confirmedUser } from "../../accounts/passwords/ownPassword.ts";
import { beginSecondFactor as begin } from "../../accounts/secondFactor/secondFactor.ts";
import { attempterOf, requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const beginSecondFactor = route("auth/beginSecondFactor", async (request, services) => {
  const attempt = {
    userId: requireViewer(request).id,
    client: request.client,
    password: request.body.password,
  };
  const user = await services.attempts.run(attempterOf(request), () =>
    confirmedUser(services.db, attempt, services.clock()),
  );
  return { payload: await begin(services, user) };
});
