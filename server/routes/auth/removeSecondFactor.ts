import { removeSecondFactor as remove } from "../../accounts/secondFactor/secondFactor.ts";
import { inTransaction } from "../../db/pool.ts";
import { viewerByPassword } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const removeSecondFactor = route("auth/removeSecondFactor", async (request, services) => {
  const user = await viewerByPassword(request, services);
  await inTransaction(services.db, (tx) => remove(tx, user.id, null));
  services.sessions.forget();
  return { payload: null };
});
