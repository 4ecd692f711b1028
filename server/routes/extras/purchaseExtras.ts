import { route } from "../../http/route.ts";

export const purchaseExtras = route(
  "extras/purchaseExtras",
  async ({ body, idempotency, client }, { checkout, isLimited }) => {
    return { payload: await checkout.purchaseExtras(body, idempotency, isLimited ? client : null) };
  },
);
