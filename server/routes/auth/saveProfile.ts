import { rename } from "../../accounts/ownAccount.ts";
import { ownAccount, requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const saveProfile = route("auth/saveProfile", async (request, services) => {
  await rename(services, requireViewer(request).id, request.body.fullName);
  return { payload: await ownAccount(request, services) };
});
