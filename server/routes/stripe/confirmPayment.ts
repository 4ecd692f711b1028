import { route } from "../../http/route.ts";

export const confirmPayment = route("stripe/confirm-payment", async ({ body, idempotency }, { checkout }) => {
  return { payload: await checkout.confirmPayment(body, idempotency) };
});
