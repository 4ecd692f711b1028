import { route } from "../../http/route.ts";

export const createSponsorship = route("sponsorship/create", async ({ body, idempotency }, { checkout }) => {
  return { payload: await checkout.createSponsorship(body, idempotency) };
});
