import { releaseHold } from "../../checkout/releaseHold.ts";
import { route } from "../../http/route.ts";

export const releaseHoldRoute = route("registration/releaseHold", async ({ body }, { db, provider }) => {
  return { payload: await releaseHold(db, provider, body) };
});
