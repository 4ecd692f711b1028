/** A circuit breaker: after some failures in a row a provider that is down gets no requests for a while. */
import { type PaymentProvider, ProviderDown } from "./provider.ts";

/** Each call to a provider that is down takes up to ten seconds with its retry, so five are enough. */
const failuresInARow = 5;
const pauseMs = 15_000;

/**
 * Wraps a provider. After five calls in a row that found it down, calls fail immediately for 15 seconds. Then one call
 * tries again while the others still fail. If it gets an answer, also a refusal, all calls are made again; if not,
 * another 15 seconds start. "Too many requests" and a rejected key do not count, because buyers would wrongly read that
 * the provider is down.
 */
export function withCircuitBreaker(provider: PaymentProvider, clock: () => Date): PaymentProvider {
  let failures = 0;
  let pausedUntilMs = 0;
  /** The calls whose last attempt was refused because of the key. A restricted key may work for some calls only. */
  const refusedKeyFor = new Set<string>();

  async function callGuarded<T>(callName: string, call: () => Promise<T>): Promise<T> {
    if (failures >= failuresInARow) {
      if (clock().getTime() < pausedUntilMs)
        throw new ProviderDown(`${provider.name} is down, and gets no requests for now`);
      pausedUntilMs = clock().getTime() + pauseMs;
    }
    try {
      const answer = await call();
      failures = 0;
      refusedKeyFor.delete(callName);
      return answer;
    } catch (error) {
      const found = error instanceof ProviderDown ? error.trouble : null;
      // A refusal is an answer too, also one for a key that lacks the right for this call.
      failures = found === "down" ? failures + 1 : 0;
      if (found === null) refusedKeyFor.delete(callName);
      if (found === "key") refusedKeyFor.add(callName);
      if (failures >= failuresInARow) pausedUntilMs = clock().getTime() + pauseMs;
      throw error;
    }
  }

  const trouble = () => (refusedKeyFor.size > 0 ? "key" : failures > 0 ? "down" : null);
  const wrap = ({ forJobs, checkKey, ...inner }: PaymentProvider): PaymentProvider => ({
    name: inner.name,
    publishableKey: inner.publishableKey,
    trouble,
    ...(forJobs && { forJobs: wrap(forJobs) }),
    ...(checkKey && { checkKey: () => callGuarded("events", checkKey) }),
    createIntent: (request) => callGuarded("createIntent", () => inner.createIntent(request)),
    retrieve: (providerRef) => callGuarded("retrieve", () => inner.retrieve(providerRef)),
    cancel: (providerRef) => callGuarded("cancel", () => inner.cancel(providerRef)),
    refund: (request) => callGuarded("refund", () => inner.refund(request)),
    readWebhook: (rawBody, headers) => inner.readWebhook(rawBody, headers),
    eventsSince: (since) => callGuarded("events", () => inner.eventsSince(since)),
  });
  return wrap(provider);
}
