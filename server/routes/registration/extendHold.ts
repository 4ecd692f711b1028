import { route } from "../../http/route.ts";

export const extendHold = route("registration/extendHold", async ({ body, idempotency }, { checkout }) => {
  return { payload: await checkout.extendHold(body, idempotency) };
});
