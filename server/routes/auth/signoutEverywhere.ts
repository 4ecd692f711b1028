import { signOutEverywhere } from "../../accounts/ownAccount.ts";
import { requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const signoutEverywhere = route("auth/signoutEverywhere", async (asked, house) => {
  await signOutEverywhere(house, requireViewer(asked).id);
  return { payload: null };
});
