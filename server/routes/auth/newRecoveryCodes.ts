import { newRecoveryCodes as renew } from "../../accounts/secondFactor/secondFactor.ts";
import { viewerByPassword } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const newRecoveryCodes = route("auth/newRecoveryCodes", async (request, services) => {
  const user = await viewerByPassword(request, services);
  return { payload: { recoveryCodes: await renew(services.db, user.id) } };
});
