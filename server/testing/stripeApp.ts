import type { AddressInfo } from "node:net";
import { type AppWithCheckout, buildApp } from "../app.ts";
import { openDatabase } from "../db/pool.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { createStripeProvider, type StripeSettings } from "../payments/stripe.ts";
import { type TestApp, testApp } from "./app.ts";
import { type FakeStripe, fakePublishableKey, fakeSecretKey, startFakeStripe } from "./fakeStripe.ts";

const webhookSecret = "whsec_foyer";

/** An app with the fake Stripe on the same clock. */
export interface StripeApp extends TestApp {
  stripe: FakeStripe;
}

/** Starts the fake Stripe and the app, which listens for webhooks unless `webhooks` is false. */
export async function stripeApp(
  options: {
    max?: number;
    seed?: number;
    webhooks?: boolean;
    limited?: boolean;
    wrap?: (provider: PaymentProvider) => PaymentProvider;
  } = {},
): Promise<StripeApp> {
  const { wrap = (provider) => provider, webhooks = true, limited = false, max, seed } = options;
  let clock = () => new Date();
  const stripe = await startFakeStripe({
    webhookSecret,
    clock: () => clock(),
    ...(seed === undefined ? {} : { seed }),
  });
  const app = await testApp({
    ...(max === undefined ? {} : { max }),
    limited,
    provider: (_database, appClock) => {
      clock = appClock;
      return wrap(stripeAt(stripe, appClock));
    },
  });
  if (webhooks) {
    await app.http.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.http.server.address() as AddressInfo;
    stripe.sendWebhooksTo(`http://127.0.0.1:${port}/api/stripe/webhook`);
  }
  return {
    ...app,
    stripe,
    close: async () => {
      await stripe.close();
      await app.close();
    },
  };
}

/** The Stripe provider of an app, pointed at the fake. */
export function stripeAt(
  stripe: FakeStripe,
  clock: () => Date,
  settings: Partial<StripeSettings> = {},
): PaymentProvider {
  return createStripeProvider({
    secretKey: fakeSecretKey,
    publishableKey: fakePublishableKey,
    webhookSecrets: [webhookSecret],
    apiBase: stripe.url,
    installation: "installation of tests",
    clock,
    ...settings,
  });
}

/** Another node on the same database, or on the one at `url`. It closes with its app. */
export async function anotherNode(app: TestApp, url = app.database.url): Promise<AppWithCheckout> {
  const { db, close } = openDatabase(url, { max: 20, applicationName: "foyer second node" });
  const { provider, secretBox, publicUrl, dataDir, clock } = app.services;
  const node = await buildApp({
    db,
    provider,
    secretBox,
    publicUrl,
    dataDir,
    clock,
    corsOrigins: [],
    trustProxy: false,
    log: false,
    limited: false,
  });
  app.others.push({
    close: async () => {
      await node.http.close();
      await close();
    },
  });
  return node;
}
