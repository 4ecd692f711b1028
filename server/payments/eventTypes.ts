import type { WebhookEvent } from "./provider.ts";

/** A failed attempt to pay, such as a declined card. */
export const declineType = "payment_intent.payment_failed";

/** Whether an event reports a failed attempt to pay. */
export function isDecline({ type }: Pick<WebhookEvent, "type">): boolean {
  return type === declineType;
}

/** Whether an event contains nothing new: the call that creates an intent has already returned it. */
export function hasNoNews({ type }: Pick<WebhookEvent, "type">): boolean {
  return type === "payment_intent.created";
}
