import { signOutEverywhere } from "../../accounts/ownAccount.ts";
import { self } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const signoutEverywhere = route("auth/signoutEverywhere", async (asked, house) => {
  await signOutEverywhere(house, self(asked).id);
  return { payload: null };
});
