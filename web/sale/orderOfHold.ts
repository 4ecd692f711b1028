import { requestKeys } from "../act/requestKeys.ts";
import type { Api } from "../api/client.ts";
import type { Hold } from "./draft.ts";
import type { Payable } from "./payment.ts";

/** A repeated `begin` sends the same keys, so it finds the same order or intent. */
export function orderOfHold(hold: Hold, api: Pick<Api, "post">): Payable {
  const { registrationId, accessKey, quote } = hold;
  const [orderKeys, intentKeys] = [requestKeys(), requestKeys()];
  return {
    accessKey,
    async begin() {
      const orderRequest = { registrationId, accessKey, totalAmount: quote.totalAmount };
      const { order } = await api.post("order/createOrder", orderRequest, {
        idempotencyKey: orderKeys.keyFor(orderRequest),
        suppressToasts: true,
      });
      if (order.paymentStatus === "free" || order.totalAmount === 0) return { intent: null };
      const intentRequest = { orderId: order.id, accessKey };
      const intent = await api.post("stripe/create-payment-intent", intentRequest, {
        idempotencyKey: intentKeys.keyFor(intentRequest),
        suppressToasts: true,
      });
      return { intent };
    },
  };
}
