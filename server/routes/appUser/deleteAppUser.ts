import { removeAdmin } from "../../accounts/saveAdmin.ts";
import { route } from "../../http/route.ts";

export const deleteAppUser = route("appUser/deleteAppUser", async ({ query }, house) => {
  await removeAdmin(house, query.id);
  return { payload: { id: query.id } };
});
