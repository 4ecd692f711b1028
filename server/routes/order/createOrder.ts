import { route } from "../../http/route.ts";

export const createOrder = route("order/createOrder", async ({ body, idempotency }, { checkout }) => {
  return { payload: await checkout.placeOrder(body, idempotency) };
});
