import { sendConfirmation as send } from "../../accounts/clubConfirmation.ts";
import { requireViewer } from "../../http/access/ownAccount.ts";
import { route } from "../../http/route.ts";

export const sendConfirmation = route("auth/sendConfirmation", async (request, { db, clock }) => ({
  payload: { sent: await send(db, requireViewer(request), clock()) },
}));
