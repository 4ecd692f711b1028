import Stripe from "stripe";
import { refusalMessage } from "./declineMessages.ts";
import type { SendInTurn } from "./pace.ts";
import { ProviderDown, ProviderRefused, type Trouble } from "./provider.ts";
import { withTimeLimit } from "./stripeHttp.ts";

/** The time limit of one turn of a call in the queue, with the SDK's retry. */
export const maxStripeCallMs = 9_500;

export interface StripeLog {
  warn(fields: object, message: string): void;
}

/** `call` is a name for the log. Queued calls with the same `sharedKey` are one request. */
export type AskStripe = <T>(call: string, ask: () => Promise<T>, sharedKey?: string) => Promise<T>;

/**
 * Makes the function that asks Stripe. It throws `ProviderRefused`, or `ProviderDown` if the same request may succeed
 * later or with the right key.
 */
export function createAskStripe({
  log,
  inTurn = (send) => send(),
  withinMs = maxStripeCallMs,
}: {
  log?: StripeLog | undefined;
  inTurn?: SendInTurn | undefined;
  withinMs?: number | undefined;
}): AskStripe {
  return async (call, ask, sharedKey) => {
    try {
      return await inTurn(() => withTimeLimit(withinMs, () => attempt(ask)), sharedKey);
    } catch (error) {
      if (error instanceof ProviderDown || error instanceof ProviderRefused)
        log?.warn({ call, ...logFieldsOf(error) }, "Stripe refused or failed");
      throw error;
    }
  };
}

async function attempt<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await withoutStack(ask);
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? providerErrorOf(error) : error;
  }
}

function providerErrorOf(
  error: InstanceType<typeof Stripe.errors.StripeError>,
): ProviderDown | ProviderRefused {
  const isRefusal =
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError;
  // 409: a request with the same key is still running, and a later one gets its answer.
  if (isRefusal && error.statusCode !== 409) {
    // Stripe's own messages are for developers.
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

/** To find the request in Stripe's dashboard. Stripe masks the key in messages. */
function logFieldsOf({ message, cause }: ProviderDown | ProviderRefused) {
  // The request waited in the queue until its time limit (pace.ts).
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

/** The SDK captures a stack trace of each call, which takes time. */
function withoutStack<T>(ask: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return ask();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Whether Stripe replayed the failure of an earlier request. */
export function isReplayedFailure(error: unknown): boolean {
  if (!(error instanceof ProviderDown && error.cause instanceof Stripe.errors.StripeAPIError)) return false;
  const { statusCode, headers } = error.cause;
  return (statusCode ?? 0) >= 500 && headers?.["idempotent-replayed"] === "true";
}

/** Whether Stripe refused an intent because of its statement suffix. */
export function isRefusedSuffix(error: unknown): boolean {
  if (!(error instanceof ProviderRefused && error.cause instanceof Stripe.errors.StripeError)) return false;
  return error.cause.param === "statement_descriptor_suffix";
}
