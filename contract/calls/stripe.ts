/** The calls of a payment (docs/wire.md §3.4–§3.6). */

import { z } from "zod";
import { call } from "../endpoint.ts";
import { accessKey, id } from "../scalars.ts";
import { intentId, paymentIntent, settlement, testCard } from "../shapes/money/payment.ts";

export const stripeCalls = {
  "stripe/create-payment-intent": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "The payment intent of an order. A repeat returns the same one, or a new one if that has failed or was cancelled",
    refuses: ["paymentFailed", "holdExpired", "alreadyPaid", "notActive", "tooMany"],
    body: z.object({ orderId: id, accessKey }),
    payload: paymentIntent,
  }),
  "stripe/confirm-payment": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary: "Ask the provider for the state of a payment and settle the order",
    refuses: ["paymentFailed", "holdExpired", "alreadyPaid", "tooMany"],
    body: z.object({ paymentIntentId: intentId, accessKey, card: testCard.optional() }),
    payload: settlement,
  }),
  "stripe/get-registration-from-payment": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "The order of a payment. `processed` is false while the order is pending",
    query: z.object({ paymentIntentId: intentId, accessKey }),
    payload: settlement,
  }),
};
