import { confirmSecondFactor as confirm } from "../../accounts/secondFactor/secondFactor.ts";
import { requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const confirmSecondFactor = route("auth/confirmSecondFactor", async (request, services) => {
  const recoveryCodes = await confirm(
    services,
    requireViewer(request).id,
    request.body.code,
    services.clock(),
  );
  services.sessions.forget();
  return { payload: { recoveryCodes } };
});
