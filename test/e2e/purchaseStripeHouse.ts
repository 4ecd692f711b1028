/** A server that takes payments through our fake Stripe, by HTTP. */
import { createStripeProvider } from "../../server/payments/stripe.ts";
import {
  type FakeStripe,
  fakePublishableKey,
  fakeSecretKey,
  startFakeStripe,
} from "../../server/testing/fakeStripe.ts";
import { test as base, type PurchaseHouse, startHouse } from "./purchaseHouse.ts";

const webhookSecret = "whsec_journeys";

/** The tests with such a server. */
export const test = base.extend<object, { stripe: FakeStripe; house: PurchaseHouse }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const stripe = await startFakeStripe({ webhookSecret });
      await use(stripe);
      await stripe.close();
    },
    { scope: "worker" },
  ],
  house: [
    async ({ stripe }, use) => {
      const house = await startHouse((_db, clock) =>
        createStripeProvider({
          secretKey: fakeSecretKey,
          publishableKey: fakePublishableKey,
          webhookSecrets: [webhookSecret],
          apiBase: stripe.url,
          installation: "house of tests",
          clock,
        }),
      );
      await use(house);
      await house.stop();
    },
    { scope: "worker" },
  ],
});

/** The intent of a client secret. */
export const intentOf = (clientSecret: string) => clientSecret.split("_secret")[0] ?? "";
