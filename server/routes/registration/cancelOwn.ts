import { route } from "../../http/route.ts";
import { cancelOwn as cancel } from "../../selfService/cancelOwn.ts";

export const cancelOwn = route("registration/cancelOwn", async ({ body, idempotency }, { db, clock }) => {
  return { payload: await cancel(db, body, { idempotency, now: clock() }) };
});
