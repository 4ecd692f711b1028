import { route } from "../../http/route.ts";
import { saveGuest as saveOwnDetails } from "../../selfService/guest.ts";

export const saveGuest = route("registration/saveGuest", async ({ body, idempotency }, { db, clock }) => {
  return { payload: await saveOwnDetails(db, body, { idempotency, now: clock() }) };
});
