/** A circuit breaker: after some failures in a row a provider that is down gets no requests for a while. */
import { type PaymentProvider, ProviderDown } from "./provider.ts";

/** Each call to a provider that is down takes up to ten seconds with its retry, so five are enough. */
const failuresInARow = 5;
const restMs = 15_000;

/**
 * Wraps a provider. After five calls in a row that found it down, calls fail at once for 15 seconds. Then one call
 * tries again while the others still fail. It closes the breaker, or starts another 15 seconds. "Too many requests" and
 * a rejected key do not count: a provider that answers is not down, and buyers would read that it does not answer.
 */
export function withBreaker(provider: PaymentProvider, clock: () => Date): PaymentProvider {
  let failures = 0;
  let restsUntilMs = 0;
  /** The calls whose last attempt was refused for the key. A restricted key may lack a single right. */
  const refusedKeyFor = new Set<string>();

  async function guarded<T>(right: string, call: () => Promise<T>): Promise<T> {
    if (failures >= failuresInARow) {
      if (clock().getTime() < restsUntilMs)
        throw new ProviderDown(`${provider.name} has been down and is left alone`);
      restsUntilMs = clock().getTime() + restMs;
    }
    try {
      const answer = await call();
      failures = 0;
      refusedKeyFor.delete(right);
      return answer;
    } catch (error) {
      const trouble = error instanceof ProviderDown ? error.trouble : null;
      // A refusal is an answer too, also one for a key that lacks the right for this call.
      failures = trouble === "down" ? failures + 1 : 0;
      if (trouble === null) refusedKeyFor.delete(right);
      if (trouble === "key") refusedKeyFor.add(right);
      if (failures >= failuresInARow) restsUntilMs = clock().getTime() + restMs;
      throw error;
    }
  }

  const trouble = () => (refusedKeyFor.size > 0 ? "key" : failures > 0 ? "down" : null);
  const guard = ({ forJobs, checkKey, ...asked }: PaymentProvider): PaymentProvider => ({
    name: asked.name,
    publishableKey: asked.publishableKey,
    trouble,
    ...(forJobs && { forJobs: guard(forJobs) }),
    ...(checkKey && { checkKey: () => guarded("events", checkKey) }),
    createIntent: (request) => guarded("createIntent", () => asked.createIntent(request)),
    retrieve: (providerRef) => guarded("retrieve", () => asked.retrieve(providerRef)),
    cancel: (providerRef) => guarded("cancel", () => asked.cancel(providerRef)),
    refund: (request) => guarded("refund", () => asked.refund(request)),
    readWebhook: (rawBody, headers) => asked.readWebhook(rawBody, headers),
    eventsSince: (since) => guarded("events", () => asked.eventsSince(since)),
  });
  return guard(provider);
}
