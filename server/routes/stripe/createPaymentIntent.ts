import { route } from "../../http/route.ts";

export const createPaymentIntent = route(
  "stripe/create-payment-intent",
  async ({ body, idempotency, client }, { checkout, isLimited }) => {
    return { payload: await checkout.startPayment(body, idempotency, isLimited ? client : null) };
  },
);
