import { route } from "../../http/route.ts";
import { correct as correctDetails } from "../../selfService/correct.ts";

export const correct = route("registration/correct", async ({ body, idempotency }, { db, clock }) => {
  return { payload: await correctDetails(db, body, { idempotency, now: clock() }) };
});
