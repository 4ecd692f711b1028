import { changePassword as change } from "../../accounts/ownPassword.ts";
import { ownAccount, self } from "../../http/ownAccount.ts";
import { route } from "../../http/route.ts";

export const changePassword = route("auth/changePassword", async (asked, house) => {
  const { ip, userAgent, body } = asked;
  const attempt = { userId: self(asked).id, address: ip, userAgent, ...body };
  const token = await house.attempts.run(ip, () => change(house, attempt));
  return { payload: await ownAccount({ ...asked, token }, house), token };
});
