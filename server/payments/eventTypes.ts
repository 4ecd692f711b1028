import type { WebhookEvent } from "./provider.ts";

export const declineType = "payment_intent.payment_failed";

/** Whether an event reports a failed attempt to pay. */
export function isDecline({ type }: Pick<WebhookEvent, "type">): boolean {
  return type === declineType;
}

/** Whether an event is not news: the call that creates the intent returns it. */
export function hasNoNews({ type }: Pick<WebhookEvent, "type">): boolean {
  return type === "payment_intent.created";
}
