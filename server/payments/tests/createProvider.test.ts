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

describe("the provider of an installation", () => {
  test("is the one that the settings name", async () => {
    const named = await createProvider({ paymentProvider: "stripe", stripe }, database.db);
    expect(named).toMatchObject({ name: "stripe", publishableKey: "pk_test_x" });
    const byName = await createProvider({ paymentProvider: "test", stripe }, database.db);
    expect(byName).toMatchObject({ name: "test", publishableKey: null });
  });

  test("is never the test provider for want of Stripe's keys", async () => {
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

  test("is asked again by itself, and a buyer who waits for it has an intent in the end", async () => {
    const fake = await startFakeStripe({ webhookSecret: "whsec_x" });
    const paced = await createProvider(
      { paymentProvider: "stripe", stripe: { ...stripe, secretKey: fakeSecretKey, apiBase: fake.url } },
      database.db,
    );
    fake.failNext(6, 429);
    const made = Promise.all(
      [1, 2, 3, 4, 5, 6].map((paymentId) => paced.createIntent({ ...request, paymentId })),
    );
    await expect(made).resolves.toHaveLength(6);
    expect(fake.requests()).toHaveLength(12);
    // Six in a row would have opened the breaker.
    expect(paced.trouble?.()).toBeNull();
    await fake.close();
  });

  test("is asked once for a look that a buyer and a webhook wait for", async () => {
    const fake = await startFakeStripe({ webhookSecret: "whsec_x" });
    const paced = await createProvider(
      {
        paymentProvider: "stripe",
        stripe: { ...stripe, secretKey: fakeSecretKey, apiBase: fake.url, requestsPerSecond: 10 },
      },
      database.db,
    );
    const { providerRef } = await paced.createIntent({ ...request, paymentId: 1 });
    fake.pay(providerRef);
    const before = fake.requests().length;
    // The first request takes the turn, so the others wait in the queue.
    const first = paced.createIntent({ ...request, paymentId: 2 });
    const looks = [paced.forJobs!.retrieve(providerRef), paced.retrieve(providerRef)];
    expect(await Promise.all(looks)).toMatchObject([{ state: "succeeded" }, { state: "succeeded" }]);
    await first;
    expect(fake.requests()).toHaveLength(before + 2);
    await fake.close();
  });
});
