import { beginSecondFactor as begin } from "../../accounts/secondFactor/secondFactor.ts";
import { viewerByPassword } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const beginSecondFactor = route("auth/beginSecondFactor", async (request, services) => ({
  payload: await begin(services, await viewerByPassword(request, services)),
}));
