import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { fakeSecretKey, startFakeStripe } from "../../testing/fakeStripe.ts";
import { createProvider } from "../createProvider.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const stripe = {
  secretKey: "sk_test_x",
  publishableKey: "pk_test_x",
  webhookSecrets: ["whsec_x"],
  apiBase: null,
  requestsPerSecond: 25,
};

describe("the provider of a site", () => {
  test("a site has the provider that is configured", async () => {
    const stripeProvider = await createProvider({ paymentProvider: "stripe", stripe }, database.db);
    expect(stripeProvider).toMatchObject({ name: "stripe", publishableKey: "pk_test_x" });
    const testProvider = await createProvider({ paymentProvider: "test", stripe }, database.db);
    expect(testProvider).toMatchObject({ name: "test", publishableKey: null });
  });

  test("a site that is set to Stripe without its keys is refused, and does not get the test provider", async () => {
    const choose = () => createProvider({ paymentProvider: "stripe", stripe: null }, database.db);
    await expect(choose()).rejects.toThrow("Payments by Stripe need Stripe's keys");
  });
});

describe("Stripe, when there are too many requests", () => {
  const request = {
    openedAt: new Date("2026-05-01T10:00:00Z"),
    amount: 2500,
    currency: "eur",
    description: "Summer party",
    statementSuffix: null,
    metadata: {},
  };

  test("a request that Stripe limits is repeated automatically, and the waiting buyer gets an intent", async () => {
    const fake = await startFakeStripe({ webhookSecret: "whsec_x" });
    const provider = await createProvider(
      { paymentProvider: "stripe", stripe: { ...stripe, secretKey: fakeSecretKey, apiBase: fake.url } },
      database.db,
    );
    fake.failNext(6, 429);
    const intents = Promise.all(
      [1, 2, 3, 4, 5, 6].map((paymentId) => provider.createIntent({ ...request, paymentId })),
    );
    await expect(intents).resolves.toHaveLength(6);
    expect(fake.requests()).toHaveLength(12);
    expect(provider.trouble?.()).toBeNull();
    await fake.close();
  });

  test("a buyer and a webhook that wait for the same intent share one request", async () => {
    const fake = await startFakeStripe({ webhookSecret: "whsec_x" });
    const provider = await createProvider(
      {
        paymentProvider: "stripe",
        stripe: { ...stripe, secretKey: fakeSecretKey, apiBase: fake.url, requestsPerSecond: 10 },
      },
      database.db,
    );
    const { providerRef } = await provider.createIntent({ ...request, paymentId: 1 });
    fake.pay(providerRef);
    const before = fake.requests().length;
    // The first request takes the turn, so the others wait in the queue.
    const first = provider.createIntent({ ...request, paymentId: 2 });
    const answers = [provider.forJobs!.retrieve(providerRef), provider.retrieve(providerRef)];
    expect(await Promise.all(answers)).toMatchObject([{ state: "succeeded" }, { state: "succeeded" }]);
    await first;
    expect(fake.requests()).toHaveLength(before + 2);
    await fake.close();
  });
});
