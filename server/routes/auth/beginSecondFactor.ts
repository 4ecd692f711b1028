import { confirmedUser } from "../../accounts/ownPassword.ts";
import { beginSecondFactor as begin } from "../../accounts/secondFactor.ts";
import { self } from "../../http/ownAccount.ts";
import { route } from "../../http/route.ts";

export const beginSecondFactor = route("auth/beginSecondFactor", async (asked, { db, attempts, clock }) => {
  const attempt = { userId: self(asked).id, address: asked.ip, password: asked.body.password };
  const user = await attempts.run(asked.ip, () => confirmedUser(db, attempt, clock()));
  return { payload: await begin(db, user) };
});
