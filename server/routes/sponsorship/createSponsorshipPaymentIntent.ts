import { route } from "../../http/route.ts";

export const createSponsorshipPaymentIntent = route(
  "sponsorship/createSponsorshipPaymentIntent",
  async ({ body, idempotency, client }, { checkout, isLimited }) => {
    return { payload: await checkout.startSponsorshipPayment(body, idempotency, isLimited ? client : null) };
  },
);
