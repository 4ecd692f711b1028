import { route } from "../../http/route.ts";

export const createSponsorshipPaymentIntent = route(
  "sponsorship/createSponsorshipPaymentIntent",
  async ({ body, idempotency }, { checkout }) => {
    return { payload: await checkout.startSponsorshipPayment(body, idempotency) };
  },
);
