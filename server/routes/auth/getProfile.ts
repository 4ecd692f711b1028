import { profileOf } from "../../accounts/profile.ts";
import { requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const getProfile = route("auth/getProfile", async (request, services) => ({
  payload: await profileOf(services, requireViewer(request), request.token),
}));
