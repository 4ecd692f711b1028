import { ownAccount } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const me = route("auth/me", async (request, services) => ({
  payload: await ownAccount(request, services),
}));
