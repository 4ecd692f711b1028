import { route } from "../../http/route.ts";

export const confirmPayment = route(
  "stripe/confirm-payment",
  async ({ body, idempotency, client }, { checkout, isLimited }) => {
    return { payload: await checkout.confirmPayment(body, idempotency, isLimited ? client : null) };
  },
);
