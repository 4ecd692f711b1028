/** What does a failure of Stripe's mean to us: ask again later, or take no for an answer? */
import Stripe from "stripe";
import { refusalMessage } from "./declineMessages.ts";
import { ProviderDown, ProviderRefused } from "./provider.ts";

/**
 * Asks Stripe.
 * @throws ProviderDown for time-outs, broken connections, 5xx, 409 and 429, and for a key that Stripe does not accept:
 * with the right key the same request would go through, so nothing may be given up for it.
 * @throws ProviderRefused for everything that Stripe says no to.
 */
export async function askStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await withoutStack(ask);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (
      error instanceof Stripe.errors.StripeCardError ||
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeIdempotencyError
    ) {
      // Stripe's own words are for developers; they stay in the cause.
      const code = error.code ?? error.rawType ?? "refused";
      throw new ProviderRefused(code, refusalMessage(code), { cause: error });
    }
    throw new ProviderDown(`Stripe could not be asked: ${error.message}`, { cause: error });
  }
}

/** The SDK writes a stack trace for every call, in case it fails: a fifth of the call's time. Errors have their own. */
function withoutStack<T>(ask: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return ask();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Is this a failure that Stripe remembered from an earlier request with the same key? */
export function isReplayedFailure(error: unknown): boolean {
  if (!(error instanceof ProviderDown && error.cause instanceof Stripe.errors.StripeAPIError)) return false;
  const { statusCode, headers } = error.cause;
  return (statusCode ?? 0) >= 500 && headers?.["idempotent-replayed"] === "true";
}
