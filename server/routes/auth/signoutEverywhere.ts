import { signOutEverywhere } from "../../accounts/ownAccount.ts";
import { requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const signoutEverywhere = route("auth/signoutEverywhere", async (asked, services) => {
  await signOutEverywhere(services, requireViewer(asked).id);
  return { payload: null };
});
