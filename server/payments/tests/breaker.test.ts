import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type FakeStripe,
  fakePublishableKey,
  fakeSecretKey,
  startFakeStripe,
} from "../../testing/fakeStripe.ts";
import { withBreaker } from "../breaker.ts";
import { type PaymentProvider, ProviderDown, ProviderRefused } from "../provider.ts";
import { createStripeProvider } from "../stripe.ts";

let fake: FakeStripe;
let nowMs = 0;
const clock = () => new Date(nowMs);
let provider: PaymentProvider;

beforeEach(async () => {
  fake = await startFakeStripe({ webhookSecret: "whsec_a" });
  nowMs = Date.parse("2026-05-01T10:00:00Z");
  provider = withBreaker(createStripeProvider(stripe()), clock);
});
afterEach(() => fake.close());

const stripe = () => ({
  secretKey: fakeSecretKey,
  publishableKey: fakePublishableKey,
  webhookSecrets: ["whsec_a"],
  apiBase: fake.url,
  installation: "site of tests",
  clock,
});
const look = () => provider.retrieve("pi_1").catch((error: unknown) => error);
const lookAtOnce = (count: number) => Promise.all(Array.from({ length: count }, look));

describe("a provider that is down", () => {
  test("is left alone after five calls, asked again after 15 seconds, and trusted once it answers", async () => {
    fake.down(true);
    for (const failure of await lookAtOnce(5)) expect(failure).toBeInstanceOf(ProviderDown);
    const request = fake.requests().length;

    nowMs += 14_999;
    for (const failure of await lookAtOnce(5)) expect(failure).toBeInstanceOf(ProviderDown);
    expect(fake.requests()).toHaveLength(request);

    nowMs += 1;
    fake.down(false);
    const [first, ...others] = await lookAtOnce(3);
    expect(first).toBeInstanceOf(ProviderRefused); // pi_1 does not exist, which is an answer
    for (const other of others) expect(other).toBeInstanceOf(ProviderDown);
    expect(fake.requests()).toHaveLength(request + 1);
    for (const answer of await lookAtOnce(3)) expect(answer).toBeInstanceOf(ProviderRefused);
  });

  test("is left alone for another 15 seconds when the one call that tries again fails", async () => {
    fake.down(true);
    await lookAtOnce(5);
    nowMs += 15_000;
    await look();
    const request = fake.requests().length;
    nowMs += 14_999;
    await look();
    expect(fake.requests()).toHaveLength(request);
  });

  test("is not one that says that there are too many requests", async () => {
    fake.failNext(10, 429);
    for (const failure of await lookAtOnce(10)) expect(failure).toMatchObject({ trouble: "limited" });
    expect(fake.requests()).toHaveLength(10);
    expect(provider.trouble?.()).toBeNull();
  });

  test("is not one that does not accept our key for a call, and buyers go on paying", async () => {
    fake.failNext(10, 403);
    for (const failure of await lookAtOnce(10)) expect(failure).toMatchObject({ trouble: "key" });
    expect(fake.requests()).toHaveLength(10);
    expect(await look()).toBeInstanceOf(ProviderRefused);
    expect(fake.requests()).toHaveLength(11);
  });

  test("is not one that says no", async () => {
    await lookAtOnce(10);
    expect(fake.requests()).toHaveLength(10);
  });
});

describe("what is wrong with the provider", () => {
  test("is that it is down, until it answers", async () => {
    expect(provider.trouble?.()).toBeNull();
    fake.failNext(2, 503);
    await look();
    expect(provider.trouble?.()).toBe("down");
    await look();
    expect(provider.trouble?.()).toBeNull();
  });

  test("is a right that the key lacks, until the call that needs it works", async () => {
    fake.failNext(1, 403);
    await look();
    expect(provider.trouble?.()).toBe("key");
    await provider.eventsSince(new Date(nowMs));
    expect(provider.trouble?.()).toBe("key");
    await look();
    expect(provider.trouble?.()).toBeNull();
  });

  test("is a key that does not work at all, as the check of the key finds", async () => {
    provider = withBreaker(createStripeProvider({ ...stripe(), secretKey: "rk_test_revoked" }), clock);
    await expect(provider.checkKey!()).rejects.toMatchObject({ trouble: "key" });
    expect(provider.trouble?.()).toBe("key");
  });
});
