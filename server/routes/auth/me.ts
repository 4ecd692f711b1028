import { ownAccount } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const me = route("auth/me", async (asked, services) => ({ payload: await ownAccount(asked, services) }));
