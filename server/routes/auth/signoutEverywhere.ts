import { self } from "../../http/ownAccount.ts";
import { route } from "../../http/route.ts";

export const signoutEverywhere = route("auth/signoutEverywhere", async (asked, { sessions }) => {
  await sessions.endAllOf(self(asked).id);
  return { payload: null };
});
