import { route } from "../../http/route.ts";
import { passOn as pass } from "../../selfService/passOn.ts";

export const passOn = route("registration/passOn", async ({ body, idempotency }, { db, clock }) => {
  return { payload: await pass(db, body, { idempotency, now: clock() }) };
});
