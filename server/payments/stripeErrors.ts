/** What does a failure of Stripe's mean to us: ask again later, or take no for an answer? And who reads its words? */
import Stripe from "stripe";
import { refusalMessage } from "./declineMessages.ts";
import type { SendInTurn } from "./pace.ts";
import { ProviderDown, ProviderRefused, type Trouble } from "./provider.ts";
import { within } from "./stripeHttp.ts";

/**
 * A buyer is told within ten seconds that Stripe does not answer, however often it was asked meanwhile; between two tries
 * the SDK waits half a second. The idempotency key makes the buyer's next try safe.
 */
export const longestMs = 9_500;

/** Where Stripe's own words go: buyers do not read them, operators do. */
export interface StripeLog {
  warn(fields: object, message: string): void;
}

/**
 * Asks Stripe. `call` says for the log what was asked for; calls with the same `shared` that wait for their turn are one
 * request.
 */
export type AskStripe = <T>(call: string, ask: () => Promise<T>, shared?: string) => Promise<T>;

const atOnce: SendInTurn = (send) => send();

/**
 * Makes the function that every call to Stripe goes through. What Stripe said of a failure is logged.
 * It throws `ProviderDown` for time-outs, broken connections, 5xx, 409 and 429, and for a key that Stripe does not
 * accept: with the right key the same request would go through, so nothing may be given up for it.
 * It throws `ProviderRefused` for everything that Stripe says no to.
 */
export function openAskStripe({
  log,
  inTurn = atOnce,
  withinMs = longestMs,
}: {
  log?: StripeLog | undefined;
  inTurn?: SendInTurn | undefined;
  withinMs?: number | undefined;
}): AskStripe {
  return async (call, ask, shared) => {
    try {
      return await inTurn(() => within(withinMs, () => attempt(ask)), shared);
    } catch (error) {
      if (error instanceof ProviderDown || error instanceof ProviderRefused)
        log?.warn({ call, ...wordsOf(error) }, "Stripe refused or failed");
      throw error;
    }
  };
}

async function attempt<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await withoutStack(ask);
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? meaningOf(error) : error;
  }
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
function wordsOf({ message, cause }: ProviderDown | ProviderRefused) {
  // A request whose turn never came was not sent.
  if (!(cause instanceof Stripe.errors.StripeError)) return { type: "NotSent", message };
  return {
    type: cause.type,
    code: cause.code,
    declineCode: cause.decline_code,
    param: cause.param,
    status: cause.statusCode,
    stripeMessage: cause.message,
    requestId: cause.requestId,
    requestLogUrl: cause.request_log_url,
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

/** Did Stripe refuse an intent for what the buyer is to read on the bank's statement, and for nothing else? */
export function isRefusedSuffix(error: unknown): boolean {
  if (!(error instanceof ProviderRefused && error.cause instanceof Stripe.errors.StripeError)) return false;
  return error.cause.param === "statement_descriptor_suffix";
}
