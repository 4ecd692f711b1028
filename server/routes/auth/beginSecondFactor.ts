import { confirmedUser } from "../../accounts/ownPassword.ts";
import { beginSecondFactor as begin } from "../../accounts/secondFactor.ts";
import { attempterOf, requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const beginSecondFactor = route("auth/beginSecondFactor", async (asked, house) => {
  const attempt = { userId: requireViewer(asked).id, client: asked.client, password: asked.body.password };
  const user = await house.attempts.run(attempterOf(asked), () =>
    confirmedUser(house.db, attempt, house.clock()),
  );
  return { payload: await begin(house, user) };
});
