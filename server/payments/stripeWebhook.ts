import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import Stripe from "stripe";
import { z } from "zod";
import { type WebhookEvent, WebhookRefused } from "./provider.ts";

/** An older signature may be a replay: Stripe signs each retry again (docs.stripe.com/webhooks, replay attacks). */
const toleranceSeconds = 300;

const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().optional(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
});

/** Verifies and reads a delivery. @throws WebhookRefused */
export function readStripeWebhook(
  stripe: Stripe,
  delivery: { rawBody: Buffer; headers: IncomingHttpHeaders; secrets: readonly string[]; now: Date },
): WebhookEvent {
  const { rawBody, headers, secrets, now } = delivery;
  if (secrets.length === 0) throw new WebhookRefused("There is no webhook secret to verify with");
  const signature = headers["stripe-signature"];
  if (typeof signature !== "string") throw new WebhookRefused("The delivery is not signed");
  // The SDK verifies text, and decoding replaces bytes that are not UTF-8, so altered bytes could pass.
  if (!isUtf8(rawBody)) throw new WebhookRefused("The delivery is not UTF-8");
  const text = rawBody.toString("utf8");
  // The SDK accepts signatures from the future, which could be stored and replayed later.
  if (signedAt(signature).some((seconds) => seconds > now.getTime() / 1000 + toleranceSeconds))
    throw new WebhookRefused("The delivery is signed in the future");

  for (const secret of secrets) {
    try {
      const body: unknown = stripe.webhooks.constructEvent(
        text,
        signature,
        secret,
        toleranceSeconds,
        undefined,
        now.getTime(),
      );
      return readEvent(body);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
        throw new WebhookRefused("The delivery is signed, but is not an event", { cause: error });
    }
  }
  throw new WebhookRefused("The signature is wrong or too old");
}

/** The times in a signature header, in seconds since 1970. */
function signedAt(signature: string): number[] {
  return signature.split(",").flatMap((part) => {
    const [name, value] = part.split("=");
    return name?.trim() === "t" ? [Number(value)] : [];
  });
}

/** Reads an event that Stripe sent. @throws z.ZodError */
export function readEvent(body: unknown): WebhookEvent {
  const { id, type, data } = event.parse(body);
  const { object } = data;
  const related =
    typeof object.payment_intent === "object" ? object.payment_intent?.id : object.payment_intent;
  const providerRef = object.object === "payment_intent" ? object.id : related;
  return { eventId: id, type, providerRef: providerRef ?? null };
}
