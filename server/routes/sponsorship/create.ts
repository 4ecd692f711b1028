import { route } from "../../http/route.ts";

export const createSponsorship = route(
  "sponsorship/create",
  async ({ body, idempotency, client }, { checkout, isLimited }) => ({
    payload: await checkout.createSponsorship(body, idempotency, isLimited ? client : null),
  }),
);
