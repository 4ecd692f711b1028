import { signOutEverywhere } from "../../accounts/ownAccount.ts";
import { requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const signoutEverywhere = route("auth/signoutEverywhere", async (request, services) => {
  await signOutEverywhere(services, requireViewer(request).id);
  return { payload: null };
});
