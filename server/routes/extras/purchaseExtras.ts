import { route } from "../../http/route.ts";

export const purchaseExtras = route("extras/purchaseExtras", async ({ body, idempotency }, { checkout }) => {
  return { payload: await checkout.purchaseExtras(body, idempotency) };
});
