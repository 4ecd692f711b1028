import { withCircuitBreaker } from "../../server/payments/breaker.ts";
import { type PaymentProvider, ProviderDown } from "../../server/payments/provider.ts";
import { createStripeProvider } from "../../server/payments/stripe.ts";
import { type FakeStripe, fakePublishableKey, fakeSecretKey } from "../../server/testing/fakeStripe.ts";
import type { Dice } from "./dice.ts";
import type { Killable, Turns } from "./turns.ts";

/** The state of the connection to the provider. */
export interface Line {
  isDown: boolean;
  /** Replies come too late for the caller. */
  isSlow: boolean;
  /** The share of lost replies, from 0 to 1. */
  losses: number;
  /** The share of cancellations that are reported but not made, from 0 to 1. The intent can still be paid. */
  falseCancellations: number;
}

export function faultlessLine(): Line {
  return { isDown: false, isSlow: false, losses: 0, falseCancellations: 0 };
}

const slowMs = 30_000;

/** Makes the provider of one node: Stripe's SDK with the fake Stripe, over a connection with the line's faults. */
export function providerOf(
  owner: Killable,
  parts: {
    stripe: FakeStripe;
    line: Line;
    /** Intents that were reported as cancelled, but are not. */
    uncancelled: Set<string>;
    dice: Dice;
    turns: Pick<Turns, "inTurn" | "sleep">;
    clock: () => Date;
    changeProvider?: ((provider: PaymentProvider, stripe: FakeStripe) => PaymentProvider) | undefined;
  },
): PaymentProvider {
  const { stripe, line, uncancelled, dice, turns, clock } = parts;
  const real = createStripeProvider({
    secretKey: fakeSecretKey,
    publishableKey: fakePublishableKey,
    webhookSecrets: [stripe.webhookSecret],
    apiBase: stripe.url,
    installation: "the simulated site",
    clock,
  });
  const request = parts.changeProvider?.(real, stripe) ?? real;

  const callOverLine =
    <A, R>(name: string, call: (argument: A) => Promise<R>) =>
    async (argument: A): Promise<R> => {
      const label = `provider ${name}`;
      if (line.isDown) {
        await turns.inTurn({ label: `${label}: nobody answers`, owner, pid: null }, async () => {});
        throw new ProviderDown("Nobody answers");
      }
      const reply = await turns.inTurn({ label, owner, pid: null }, () => call(argument));
      if (line.isSlow) await turns.sleep(slowMs);
      if (line.isSlow || dice.chance(line.losses))
        throw new ProviderDown("The reply came too late, or never");
      return reply;
    };

  return withCircuitBreaker(
    {
      ...request,
      createIntent: callOverLine("createIntent", request.createIntent),
      retrieve: callOverLine("retrieve", request.retrieve),
      refund: callOverLine("refund", request.refund),
      eventsSince: callOverLine("eventsSince", request.eventsSince),
      cancel: callOverLine("cancel", async (ref: string) => {
        const isFalse = dice.chance(line.falseCancellations);
        if (!isFalse) return request.cancel(ref);
        const reply = await request.retrieve(ref);
        if (reply.state === "succeeded" || reply.state === "processing") return reply;
        uncancelled.add(ref);
        return { ...reply, state: "cancelled" };
      }),
    },
    clock,
  );
}
