import { profileOf } from "../../accounts/profile.ts";
import { requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const getProfile = route("auth/getProfile", async (asked, house) => ({
  payload: await profileOf(house, requireViewer(asked), asked.token),
}));
