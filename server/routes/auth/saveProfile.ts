import { rename } from "../../accounts/ownAccount.ts";
import { ownAccount, requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const saveProfile = route("auth/saveProfile", async (asked, services) => {
  await rename(services, requireViewer(asked).id, asked.body.fullName);
  return { payload: await ownAccount(asked, services) };
});
