import { type PaymentProvider, ProviderDown } from "./provider.ts";

const failuresInARow = 5;
const pauseMs = 15_000;

/**
 * After `failuresInARow` calls that found the provider down, calls fail immediately for `pauseMs`. Then one tries
 * again. A rejected key counts as an answer, because buyers would wrongly read that the provider is down. "Too many
 * requests" counts as neither, because the request may have waited in our own queue.
 */
export function withCircuitBreaker(provider: PaymentProvider, clock: () => Date): PaymentProvider {
  let failures = 0;
  let pausedUntilMs = 0;
  /** The calls for which the key was refused: a restricted key may work for others. */
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
      if (found === "down") {
        failures += 1;
        if (failures >= failuresInARow) pausedUntilMs = clock().getTime() + pauseMs;
      } else if (found !== "limited") failures = 0;
      if (found === null) refusedKeyFor.delete(callName);
      if (found === "key") refusedKeyFor.add(callName);
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
