import { updateUser } from "../../accounts/rows.ts";
import { ownAccount, self } from "../../http/ownAccount.ts";
import { route } from "../../http/route.ts";

export const saveProfile = route("auth/saveProfile", async (asked, house) => {
  await updateUser(house.db, self(asked).id, { full_name: asked.body.fullName });
  house.sessions.forget();
  return { payload: await ownAccount(asked, house) };
});
