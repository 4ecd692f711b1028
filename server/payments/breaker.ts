/** Does a provider that is down hold everybody up? After some failures in a row it is left alone for a while. */
import { type PaymentProvider, ProviderDown } from "./provider.ts";

/** A call to a provider that is down takes up to half a minute, with its retries; five of them are enough. */
const failuresInARow = 5;
const restMs = 15_000;

/**
 * The same provider, but once five calls in a row have found it down, further calls fail at once for 15 seconds.
 * Then one call tries again, the others still failing: it closes the matter, or begins another 15 seconds.
 */
export function withBreaker(provider: PaymentProvider, clock: () => Date): PaymentProvider {
  let failures = 0;
  let restsUntilMs = 0;

  async function guarded<T>(call: () => Promise<T>): Promise<T> {
    if (failures >= failuresInARow) {
      if (clock().getTime() < restsUntilMs)
        throw new ProviderDown(`${provider.name} has been down and is left alone`);
      restsUntilMs = clock().getTime() + restMs;
    }
    try {
      const answer = await call();
      failures = 0;
      return answer;
    } catch (error) {
      // A refusal is an answer, too.
      failures = error instanceof ProviderDown ? failures + 1 : 0;
      if (failures >= failuresInARow) restsUntilMs = clock().getTime() + restMs;
      throw error;
    }
  }

  return {
    name: provider.name,
    publishableKey: provider.publishableKey,
    isDown: () => failures > 0,
    createIntent: (request) => guarded(() => provider.createIntent(request)),
    retrieve: (providerRef) => guarded(() => provider.retrieve(providerRef)),
    cancel: (providerRef) => guarded(() => provider.cancel(providerRef)),
    refund: (request) => guarded(() => provider.refund(request)),
    readWebhook: (rawBody, headers) => provider.readWebhook(rawBody, headers),
    undelivered: (since) => guarded(() => provider.undelivered(since)),
  };
}
