import type { Refusals } from "./openapiRefusals.ts";
import type { OpenApiNode } from "./openapiSchemas.ts";

const eventExample: OpenApiNode = {
  id: "evt_1Q9bLr4Zk8PdA",
  object: "event",
  type: "payment_intent.succeeded",
  livemode: false,
  created: 1_900_000_000,
  data: { object: { id: "pi_3Q9bLr4Zk8PdA", object: "payment_intent", status: "succeeded" } },
};

/** The webhook (server/routes/files/webhook.ts) is not a call, because only Stripe can sign it. */
export function webhookOperation(refusals: Refusals): OpenApiNode {
  return {
    operationId: "stripeWebhook",
    tags: ["stripe"],
    summary: "Where Stripe delivers its events",
    description:
      "To be entered as the address of a webhook at Stripe. The proof is the signature of the bytes; an event that comes again does nothing twice.",
    "x-access": "public",
    security: [],
    parameters: [
      {
        name: "Stripe-Signature",
        in: "header",
        required: true,
        description: "Made by Stripe with the webhook's secret",
        schema: { type: "string" },
        example: "t=1900000000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
      },
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: {
            type: "object",
            description: "An event of Stripe: https://docs.stripe.com/api/events/object",
            required: ["id", "object", "type", "data"],
            additionalProperties: true,
            properties: {
              id: { type: "string" },
              object: { const: "event" },
              type: { type: "string" },
              data: {
                type: "object",
                required: ["object"],
                additionalProperties: true,
                properties: { object: { type: "object", additionalProperties: true } },
              },
            },
          },
          example: eventExample,
        },
      },
    },
    responses: {
      200: {
        description: "Accepted",
        content: {
          "application/json": {
            example: { msg: null, payload: { received: true } },
            schema: {
              type: "object",
              required: ["msg", "payload"],
              properties: {
                msg: { type: "null" },
                payload: {
                  type: "object",
                  required: ["received"],
                  properties: { received: { const: true } },
                },
              },
            },
          },
        },
      },
      ...refusals.of(["invalidInput", "tooLarge", "unexpected", "busy"]),
    },
  };
}
