import { route } from "../../http/route.ts";

export const releaseHold = route("registration/releaseHold", async ({ body }, { checkout }) => {
  return { payload: await checkout.releaseHold(body) };
});
