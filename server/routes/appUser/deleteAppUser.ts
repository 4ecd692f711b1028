import { removeAdmin } from "../../accounts/saveAdmin.ts";
import { actorOf } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const deleteAppUser = route("appUser/deleteAppUser", async ({ query, viewer }, services) => {
  await removeAdmin(services, query.id, actorOf(viewer));
  return { payload: { id: query.id } };
});
