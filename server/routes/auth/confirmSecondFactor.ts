import { confirmSecondFactor as confirm } from "../../accounts/secondFactor.ts";
import { requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const confirmSecondFactor = route("auth/confirmSecondFactor", async (asked, house) => {
  const recoveryCodes = await confirm(house, requireViewer(asked).id, asked.body.code, house.clock());
  house.sessions.forget();
  return { payload: { recoveryCodes } };
});
