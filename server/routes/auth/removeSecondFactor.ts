import { confirmedUser } from "../../accounts/ownPassword.ts";
import { removeSecondFactor as remove } from "../../accounts/secondFactor.ts";
import { inTransaction } from "../../db/pool.ts";
import { attempterOf, requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const removeSecondFactor = route("auth/removeSecondFactor", async (asked, house) => {
  const attempt = { userId: requireViewer(asked).id, client: asked.client, password: asked.body.password };
  const user = await house.attempts.run(attempterOf(asked), () =>
    confirmedUser(house.db, attempt, house.clock()),
  );
  await inTransaction(house.db, (tx) => remove(tx, user.id, null));
  house.sessions.forget();
  return { payload: null };
});
