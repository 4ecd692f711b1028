/** What does a failure of Stripe's mean to us: ask again later, or take no for an answer? And who reads its words? */
import Stripe from "stripe";
import { refusalMessage } from "./declineMessages.ts";
import { ProviderDown, ProviderRefused, type Trouble } from "./provider.ts";

/** Where Stripe's own words go: buyers do not read them, operators do. */
export interface StripeLog {
  warn(fields: object, message: string): void;
}

/** Asks Stripe. `call` says for the log what was asked for. */
export type AskStripe = <T>(call: string, ask: () => Promise<T>) => Promise<T>;

/**
 * Makes the function that every call to Stripe goes through. What Stripe said of a failure is logged.
 * It throws `ProviderDown` for time-outs, broken connections, 5xx, 409 and 429, and for a key that Stripe does not
 * accept: with the right key the same request would go through, so nothing may be given up for it.
 * It throws `ProviderRefused` for everything that Stripe says no to.
 */
export function openAskStripe(log?: StripeLog): AskStripe {
  return async (call, ask) => {
    try {
      return await withoutStack(ask);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      log?.warn({ call, ...wordsOfStripe(error) }, "Stripe refused or failed");
      throw meaningOf(error);
    }
  };
}

function meaningOf(error: InstanceType<typeof Stripe.errors.StripeError>): ProviderDown | ProviderRefused {
  const isNo =
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError;
  // 409: a request with the same key is still at work, so its answer comes later.
  if (isNo && error.statusCode !== 409) {
    // Stripe's own words are for developers; they stay in the cause and in the log.
    const code = error.code ?? error.rawType ?? "refused";
    return new ProviderRefused(code, refusalMessage(code), { cause: error });
  }
  return new ProviderDown(`Stripe could not be asked: ${error.message}`, {
    cause: error,
    trouble: troubleOf(error.statusCode),
  });
}

function troubleOf(status: number | undefined): Trouble {
  if (status === 429) return "limited";
  return status === 401 || status === 403 ? "key" : "down";
}

/** What an operator needs to find the request in Stripe's dashboard. The key in a message is masked by Stripe. */
function wordsOfStripe(error: InstanceType<typeof Stripe.errors.StripeError>) {
  return {
    type: error.type,
    code: error.code,
    declineCode: error.decline_code,
    param: error.param,
    status: error.statusCode,
    stripeMessage: error.message,
    requestId: error.requestId,
    requestLogUrl: error.request_log_url,
  };
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
