/** The one address of the API that is the payment provider's (webhook.ts). It is no call: nobody else can sign for it. */
import type { Refusals } from "./openapiRefusals.ts";
import type { Json } from "./openapiSchemas.ts";

/** Its operation. */
export function webhookOperation(refusals: Refusals): Json {
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
      },
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema: { type: "object", description: "An event of Stripe" } } },
    },
    responses: {
      200: {
        description: "Taken",
        content: {
          "application/json": {
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
