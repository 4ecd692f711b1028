import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type FakeStripe,
  fakePublishableKey,
  fakeSecretKey,
  startFakeStripe,
} from "../../testing/fakeStripe.ts";
import { withCircuitBreaker } from "../breaker.ts";
import { type PaymentProvider, ProviderDown, ProviderRefused } from "../provider.ts";
import { createStripeProvider } from "../stripe.ts";

let fake: FakeStripe;
let nowMs = 0;
const clock = () => new Date(nowMs);
let provider: PaymentProvider;

beforeEach(async () => {
  fake = await startFakeStripe({ webhookSecret: "whsec_a" });
  nowMs = Date.parse("2026-05-01T10:00:00Z");
  provider = withCircuitBreaker(createStripeProvider(stripeSettings()), clock);
});
afterEach(() => fake.close());

const stripeSettings = () => ({
  secretKey: fakeSecretKey,
  publishableKey: fakePublishableKey,
  webhookSecrets: ["whsec_a"],
  apiBase: fake.url,
  installation: "site of tests",
  clock,
});
const retrieve = () => provider.retrieve("pi_1").catch((error: unknown) => error);
const retrieveTogether = (count: number) => Promise.all(Array.from({ length: count }, retrieve));

describe("a provider that is down", () => {
  test("a provider is not called for 15 seconds after five failed calls, and is used again once it answers", async () => {
    fake.down(true);
    for (const failure of await retrieveTogether(5)) expect(failure).toBeInstanceOf(ProviderDown);
    const requestCount = fake.requests().length;

    nowMs += 14_999;
    for (const failure of await retrieveTogether(5)) expect(failure).toBeInstanceOf(ProviderDown);
    expect(fake.requests()).toHaveLength(requestCount);

    nowMs += 1;
    fake.down(false);
    const [first, ...others] = await retrieveTogether(3);
    expect(first).toBeInstanceOf(ProviderRefused); // pi_1 does not exist, which is an answer
    for (const other of others) expect(other).toBeInstanceOf(ProviderDown);
    expect(fake.requests()).toHaveLength(requestCount + 1);
    for (const answer of await retrieveTogether(3)) expect(answer).toBeInstanceOf(ProviderRefused);
  });

  test("a provider is not called for another 15 seconds when the first new call fails", async () => {
    fake.down(true);
    await retrieveTogether(5);
    nowMs += 15_000;
    await retrieve();
    const requestCount = fake.requests().length;
    nowMs += 14_999;
    await retrieve();
    expect(fake.requests()).toHaveLength(requestCount);
  });

  test("a provider that answers with too many requests is not down", async () => {
    fake.failNext(10, 429);
    for (const failure of await retrieveTogether(10)) expect(failure).toMatchObject({ trouble: "limited" });
    expect(fake.requests()).toHaveLength(10);
    expect(provider.trouble?.()).toBeNull();
  });

  test("a request that waited in our queue in vain says nothing about the provider", async () => {
    const down = new ProviderDown("down");
    const limited = new ProviderDown("limited", { trouble: "limited" });
    const failures = [down, limited, down, limited, down, limited, down, limited, down];
    let callCount = 0;
    const failing = {
      ...createStripeProvider(stripeSettings()),
      retrieve: () => Promise.reject(failures[callCount++] ?? new Error("The breaker is closed.")),
    };
    const { retrieve: guarded } = withCircuitBreaker(failing, clock);
    for (const failure of failures) await expect(guarded("pi_1")).rejects.toBe(failure);
    await expect(guarded("pi_1")).rejects.toThrow(ProviderDown);
    expect(callCount).toBe(failures.length);
  });

  test("a request that is rejected late in our queue does not lengthen the pause", async () => {
    const late = Promise.withResolvers<never>();
    const answers = [
      late.promise,
      ...Array.from({ length: 5 }, () => Promise.reject(new ProviderDown("down"))),
    ];
    let callCount = 0;
    const failing = {
      ...createStripeProvider(stripeSettings()),
      retrieve: () => answers[callCount++] ?? Promise.reject(new ProviderRefused("none", "It answers.")),
    };
    const { retrieve: guarded } = withCircuitBreaker(failing, clock);
    const waiting = guarded("pi_1").catch((error: unknown) => error);
    for (let n = 0; n < 5; n++) await expect(guarded("pi_1")).rejects.toThrow("down");
    nowMs += 10_000;
    late.reject(new ProviderDown("limited", { trouble: "limited" }));
    await waiting;
    nowMs += 5_000;
    await expect(guarded("pi_1")).rejects.toThrow("It answers.");
  });

  test("a provider that refuses our key for a call is not down, and still gets requests", async () => {
    fake.failNext(10, 403);
    for (const failure of await retrieveTogether(10)) expect(failure).toMatchObject({ trouble: "key" });
    expect(fake.requests()).toHaveLength(10);
    expect(await retrieve()).toBeInstanceOf(ProviderRefused);
    expect(fake.requests()).toHaveLength(11);
  });

  test("a provider that refuses a request is not down", async () => {
    await retrieveTogether(10);
    expect(fake.requests()).toHaveLength(10);
    expect(provider.trouble?.()).toBeNull();
  });
});

describe("the trouble of the provider", () => {
  test("the provider's trouble is “down” until it answers", async () => {
    expect(provider.trouble?.()).toBeNull();
    fake.failNext(2, 503);
    await retrieve();
    expect(provider.trouble?.()).toBe("down");
    await retrieve();
    expect(provider.trouble?.()).toBeNull();
  });

  test("the provider's trouble is “key” from a call for which the key lacks a right until this call works", async () => {
    fake.failNext(1, 403);
    await retrieve();
    expect(provider.trouble?.()).toBe("key");
    await provider.eventsSince(new Date(nowMs));
    expect(provider.trouble?.()).toBe("key");
    await retrieve();
    expect(provider.trouble?.()).toBeNull();
  });

  test("the provider's trouble is “key” when the check of the key finds that the key does not work", async () => {
    provider = withCircuitBreaker(
      createStripeProvider({ ...stripeSettings(), secretKey: "rk_test_revoked" }),
      clock,
    );
    await expect(provider.checkKey!()).rejects.toMatchObject({ trouble: "key" });
    expect(provider.trouble?.()).toBe("key");
  });
});
