import { confirmedUser } from "../../accounts/passwords/ownPassword.ts";
import { removeSecondFactor as remove } from "../../accounts/secondFactor/secondFactor.ts";
import { inTransaction } from "../../db/pool.ts";
import { attempterOf, requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const removeSecondFactor = route("auth/removeSecondFactor", async (request, services) => {
  const attempt = {
    userId: requireViewer(request).id,
    client: request.client,
    password: request.body.password,
  };
  const user = await services.attempts.run(attempterOf(request), () =>
    confirmedUser(services.db, attempt, services.clock()),
  );
  await inTransaction(services.db, (tx) => remove(tx, user.id, null));
  services.sessions.forget();
  return { payload: null };
});
