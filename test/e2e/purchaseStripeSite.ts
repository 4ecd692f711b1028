import { createStripeProvider } from "../../server/payments/stripe.ts";
import {
  type FakeStripe,
  fakePublishableKey,
  fakeSecretKey,
  startFakeStripe,
} from "../../server/testing/fakeStripe.ts";
import { test as base, type PurchaseSite, startSite } from "./purchaseSite.ts";

const webhookSecret = "whsec_journeys";

/** The base of tests whose server takes payments through our fake Stripe, by HTTP. */
export const test = base.extend<object, { stripe: FakeStripe; site: PurchaseSite }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const stripe = await startFakeStripe({ webhookSecret });
      await use(stripe);
      await stripe.close();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ stripe }, use) => {
      const site = await startSite((_db, clock) =>
        createStripeProvider({
          secretKey: fakeSecretKey,
          publishableKey: fakePublishableKey,
          webhookSecrets: [webhookSecret],
          apiBase: stripe.url,
          installation: "site of tests",
          clock,
        }),
      );
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
});

export const intentOf = (clientSecret: string) => clientSecret.split("_secret")[0] ?? "";
