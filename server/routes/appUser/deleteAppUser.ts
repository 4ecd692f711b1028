import { removeAdmin } from "../../accounts/saveAdmin.ts";
import { actorOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const deleteAppUser = route("appUser/deleteAppUser", async ({ query, viewer }, house) => {
  await removeAdmin(house, query.id, actorOf(viewer));
  return { payload: { id: query.id } };
});
