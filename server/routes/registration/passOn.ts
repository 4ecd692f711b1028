import { route } from "../../http/route.ts";
import { passOn as passTicketOn } from "../../selfService/passOn.ts";

export const passOn = route("registration/passOn", async ({ body, idempotency }, { db, clock }) => {
  return { payload: await passTicketOn(db, body, { idempotency, now: clock() }) };
});
