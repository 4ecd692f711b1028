/**
 * The order of a registration's hold and the intent that pays it. Invariant: each has one key for as long as the page
 * lives, so that a repeat after a lost answer finds what was made.
 */
import type { Api } from "../api/client.ts";
import type { Hold } from "./draft.ts";
import type { Payable } from "./payment.ts";

/** The hold as something to pay for. `newKey` gives a fresh Idempotency-Key. */
export function orderOfHold(hold: Hold, api: Pick<Api, "post">, newKey: () => string): Payable {
  const { registrationId, accessKey, quote } = hold;
  const orderKey = newKey();
  const intentKey = newKey();
  return {
    accessKey,
    async begin() {
      const { order } = await api.post(
        "order/createOrder",
        { registrationId, accessKey, totalAmount: quote.totalAmount },
        { idempotencyKey: orderKey, suppressToasts: true },
      );
      if (order.paymentStatus === "free" || order.totalAmount === 0) return { intent: null };
      const intent = await api.post(
        "stripe/create-payment-intent",
        { orderId: order.id, accessKey },
        { idempotencyKey: intentKey, suppressToasts: true },
      );
      return { intent };
    },
  };
}
