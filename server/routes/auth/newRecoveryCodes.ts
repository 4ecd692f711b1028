import { confirmedUser } from "../../accounts/passwords/ownPassword.ts";
import { newRecoveryCodes as renew } from "../../accounts/secondFactor/secondFactor.ts";
import { attempterOf, requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const newRecoveryCodes = route("auth/newRecoveryCodes", async (request, { db, attempts, clock }) => {
  const attempt = {
    userId: requireViewer(request).id,
    client: request.client,
    password: request.body.password,
  };
  const user = await attempts.run(attempterOf(request), () => confirmedUser(db, attempt, clock()));
  return { payload: { recoveryCodes: await renew(db, user.id) } };
});
