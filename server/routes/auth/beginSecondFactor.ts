import { confirmedUser } from "../../accounts/ownPassword.ts";
import { beginSecondFactor as begin } from "../../accounts/secondFactor.ts";
import { self } from "../../http/ownAccount.ts";
import { route } from "../../http/route.ts";

export const beginSecondFactor = route("auth/beginSecondFactor", async (asked, house) => {
  const attempt = { userId: self(asked).id, address: asked.ip, password: asked.body.password };
  const user = await house.attempts.run(asked.ip, () => confirmedUser(house.db, attempt, house.clock()));
  return { payload: await begin(house, user) };
});
