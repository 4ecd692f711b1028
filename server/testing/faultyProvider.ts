import { type PaymentProvider, ProviderDown } from "../payments/provider.ts";

/** "down": the request does not arrive. "lost": its reply does not. */
export type Fault = "down" | "lost";

export interface Faults {
  next: Fault | null;
  /** Whether the cancellation of an unpaid intent is only pretended. */
  pretendsToCancel: boolean;
  uncancelled: Set<string>;
}

/** No fault yet. */
export function noFaults(): Faults {
  return { next: null, pretendsToCancel: false, uncancelled: new Set() };
}

/** Adds faults to the provider's calls for intents and refunds. */
export function addFaults(provider: PaymentProvider, faults: Faults): PaymentProvider {
  const consumeFault = (kind: Fault): boolean => {
    if (faults.next !== kind) return false;
    faults.next = null;
    return true;
  };
  const withFaults =
    <A, R>(call: (argument: A) => Promise<R>) =>
    async (argument: A): Promise<R> => {
      if (consumeFault("down")) throw new ProviderDown("Nobody answers");
      const reply = await call(argument);
      if (consumeFault("lost")) throw new ProviderDown("The reply was lost");
      return reply;
    };
  return {
    ...provider,
    createIntent: withFaults(provider.createIntent),
    retrieve: withFaults(provider.retrieve),
    refund: withFaults(provider.refund),
    cancel: withFaults(async (ref: string) => {
      if (!faults.pretendsToCancel) return provider.cancel(ref);
      const reply = await provider.retrieve(ref);
      if (reply.state === "succeeded" || reply.state === "processing") return reply;
      faults.uncancelled.add(ref);
      return { ...reply, state: "cancelled" };
    }),
  };
}
