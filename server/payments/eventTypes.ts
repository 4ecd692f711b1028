/** What a provider's events tell, by their types, which are Stripe's words: nobody outside of this folder knows them. */
import type { WebhookEvent } from "./provider.ts";

/** The type of an event that tells that a card was declined. */
export const declineType = "payment_intent.payment_failed";

/** Whether an event tells that a card was declined. */
export function isDecline({ type }: Pick<WebhookEvent, "type">): boolean {
  return type === declineType;
}

/** That an intent was made we know from the call that made it. */
export function tellsNothing({ type }: Pick<WebhookEvent, "type">): boolean {
  return type === "payment_intent.created";
}
