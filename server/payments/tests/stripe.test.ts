import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type FakeStripe,
  fakePublishableKey,
  fakeSecretKey,
  startFakeStripe,
} from "../../testing/fakeStripe.ts";
import { type IntentRequest, type PaymentProvider, ProviderDown, ProviderRefused } from "../provider.ts";
import { createStripeProvider } from "../stripe.ts";
import { longestMs } from "../stripeErrors.ts";
import { intentFromStripe, type StripeLook } from "../stripeIntent.ts";

let fake: FakeStripe;
let provider: PaymentProvider;

const order: IntentRequest = {
  paymentId: 7,
  openedAt: new Date("2026-05-01T10:00:00Z"),
  amount: 2500,
  currency: "eur",
  description: "Summer party, order F-7",
  statementSuffix: "SUMMER",
  metadata: { orderNumber: "F-7" },
};
const settings = () => ({
  secretKey: fakeSecretKey,
  publishableKey: fakePublishableKey,
  webhookSecrets: ["whsec_a"],
  apiBase: fake.url,
  installation: "site a",
  clock: () => new Date(),
});

beforeEach(async () => {
  fake = await startFakeStripe({ webhookSecret: "whsec_a" });
  provider = createStripeProvider(settings());
});
afterEach(() => fake.close());

async function paidIntent(): Promise<string> {
  const { providerRef } = await provider.createIntent(order);
  fake.pay(providerRef);
  return providerRef;
}

describe("an intent at Stripe", () => {
  test("carries our payment's id, and begins unpaid", async () => {
    const { providerRef, clientSecret } = await provider.createIntent(order);
    expect(clientSecret).toMatch(new RegExp(`^${providerRef}_secret_`));
    expect(await provider.retrieve(providerRef)).toEqual({
      providerRef,
      paymentId: 7,
      state: "requires_payment",
      amount: 2500,
      amountReceived: 0,
      currency: "eur",
      declineCode: null,
      declineMessage: null,
      refundedAmount: 0,
      sentBackAmount: 0,
      awaitsBuyerAmount: 0,
      disputes: [],
    });
    expect(fake.book().intents[0]).toMatchObject({
      description: order.description,
      // Stripe would refuse some addresses, and send its own receipt to the others.
      receiptEmail: null,
      statementDescriptorSuffix: "SUMMER",
      metadata: { orderNumber: "F-7", foyerPaymentId: "7", foyerInstallation: "site a" },
    });
  });

  test("is made without the words for the bank's statement where Stripe refuses them, and refused for all else", async () => {
    fake.refuse("/v1/payment_intents", "parameter_invalid_string", "statement_descriptor_suffix");
    const made = await Promise.all([1, 2].map(() => provider.createIntent(order)));
    expect(new Set(made.map(({ providerRef }) => providerRef)).size).toBe(1);
    expect(fake.book().intents).toMatchObject([{ statementDescriptorSuffix: null, amount: 2500 }]);
    const request = fake.requests().length;
    fake.refuse("/v1/payment_intents", "parameter_invalid_string", "description");
    const plain = { ...order, paymentId: 8, statementSuffix: null };
    await expect(provider.createIntent(plain)).rejects.toMatchObject({ code: "parameter_invalid_string" });
    expect(fake.requests()).toHaveLength(request + 1);
  });

  test("is one, however often it is asked for", async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => provider.createIntent(order)));
    expect(new Set(made.map(({ providerRef }) => providerRef)).size).toBe(1);
    expect(fake.book().intents).toHaveLength(1);
  });

  test("is one when the first reply was lost", async () => {
    fake.timeoutNextButDoIt();
    const { providerRef } = await provider.createIntent(order);
    expect(fake.book().intents.map(({ id }) => id)).toEqual([providerRef]);
  });

  test("is another when the event was renamed, and when the database was made anew", async () => {
    const first = await provider.createIntent(order);
    const renamed = await provider.createIntent({ ...order, description: "Gala, order F-7" });
    const anew = await provider.createIntent({ ...order, openedAt: new Date("2026-05-01T11:00:00Z") });
    expect(new Set([first, renamed, anew].map(({ providerRef }) => providerRef)).size).toBe(3);
  });

  test("is made in the end although Stripe remembers its own failure", async () => {
    fake.failNext(1, 500, { remembered: true });
    const { providerRef } = await provider.createIntent(order);
    expect(fake.book().intents.map(({ id }) => id)).toEqual([providerRef]);
  });

  test("says why the card was declined, and then that it is paid", async () => {
    const { providerRef } = await provider.createIntent(order);
    fake.decline(providerRef, { card: "4000000000009995" });
    expect(await provider.retrieve(providerRef)).toMatchObject({
      state: "requires_payment",
      declineCode: "insufficient_funds",
      declineMessage: "Your card has insufficient funds. Try another card.",
    });
    fake.decline(providerRef);
    expect(await provider.retrieve(providerRef)).toMatchObject({ declineCode: "card_declined" });
    fake.pay(providerRef);
    expect(await provider.retrieve(providerRef)).toMatchObject({
      state: "succeeded",
      amountReceived: 2500,
      declineCode: null,
    });
  });

  test("waits for the bank's question, or for the bank", async () => {
    const { providerRef } = await provider.createIntent(order);
    fake.pay(providerRef, { card: "4000002500003155" });
    expect(await provider.retrieve(providerRef)).toMatchObject({
      state: "requires_action",
      declineCode: null,
    });
    fake.startProcessing(providerRef);
    expect(await provider.retrieve(providerRef)).toMatchObject({ state: "processing", amountReceived: 0 });
    fake.finishProcessing(providerRef, "failed");
    expect(await provider.retrieve(providerRef)).toMatchObject({
      state: "requires_payment",
      declineCode: "payment_intent_payment_attempt_failed",
    });
  });

  test.each([
    ["needs_response", "chargeback", "open"],
    ["under_review", "chargeback", "answered"],
    ["won", "chargeback", "won"],
    ["lost", "chargeback", "lost"],
    ["prevented", "chargeback", "won"],
    ["warning_needs_response", "inquiry", "open"],
    ["warning_under_review", "inquiry", "answered"],
    ["warning_closed", "inquiry", "won"],
  ] as const)("is disputed later, until a date: %s", async (status, stage, state) => {
    const providerRef = await paidIntent();
    expect(await provider.retrieve(providerRef)).toMatchObject({ disputes: [] });
    fake.dispute(providerRef, "lost");
    fake.dispute(providerRef, "warning_needs_response");
    fake.moveDispute(providerRef, status);
    const dueBy = expect.stringMatching(/^20.*Z$/);
    expect((await provider.retrieve(providerRef)).disputes).toEqual([
      { ref: expect.stringMatching(/^du_/), stage: "chargeback", state: "lost", dueBy },
      { ref: expect.stringMatching(/^du_/), stage, state, dueBy },
    ]);
  });

  test.each([
    ["appeal_needs_response", undefined, "appeal", "open"],
    ["appeal_under_review", undefined, "appeal", "answered"],
    ["won", { attachments: [] }, "appeal", "won"],
    ["lost", { attachments: [] }, "appeal", "lost"],
    ["lost", null, "chargeback", "lost"],
    ["asked_the_stars", undefined, "chargeback", "open"],
  ])("whose dispute is %s, with %j sent for an appeal, is in the stage %s: %s", async (...shown) => {
    const [status, appeal, stage, state] = shown;
    const intent = { id: "pi_1", status: "succeeded", metadata: {} };
    const disputes = [{ id: "du_1", status, evidence: { appeal }, evidence_details: { due_by: null } }];
    const look = { intent, refunds: [], disputes } as unknown as StripeLook;
    expect(intentFromStripe(look, "site a").disputes).toEqual([{ ref: "du_1", stage, state, dueBy: null }]);
  });

  test("of another installation on the same account is not ours, one without a mark is", async () => {
    const other = createStripeProvider({ ...settings(), installation: "site b" });
    const { providerRef } = await other.createIntent(order);
    expect(await other.retrieve(providerRef)).toMatchObject({ paymentId: 7 });
    expect(await provider.retrieve(providerRef)).toMatchObject({ paymentId: null });
    const { hostname, port } = new URL(fake.url);
    const before = new Stripe(fakeSecretKey, { host: hostname, port, protocol: "http", telemetry: false });
    const metadata = { foyerPaymentId: "7" };
    const { id } = await before.paymentIntents.create({ amount: 900, currency: "eur", metadata });
    expect(await provider.retrieve(id)).toMatchObject({ paymentId: 7 });
  });

  test("of another product on the same account has no payment of ours", async () => {
    const { hostname, port } = new URL(fake.url);
    const webshop = new Stripe(fakeSecretKey, { host: hostname, port, protocol: "http", telemetry: false });
    const { id } = await webshop.paymentIntents.create({ amount: 900, currency: "eur" });
    expect(await provider.retrieve(id)).toMatchObject({ paymentId: null, amount: 900 });
  });

  test("of another account is refused", async () => {
    await expect(provider.retrieve("pi_of_another_account")).rejects.toMatchObject({
      name: "ProviderRefused",
      code: "resource_missing",
    });
  });
});

describe("cancelling at Stripe", () => {
  test("ends an unpaid intent, once and again", async () => {
    const { providerRef } = await provider.createIntent(order);
    expect(await provider.cancel(providerRef)).toMatchObject({ state: "cancelled" });
    expect(await provider.cancel(providerRef)).toMatchObject({ state: "cancelled" });
    expect(() => fake.pay(providerRef)).toThrow(/canceled/);
  });

  test("that loses to a payment says that it is paid", async () => {
    const { providerRef } = await provider.createIntent(order);
    fake.beforeNext(`/v1/payment_intents/${providerRef}/cancel`, () => fake.pay(providerRef));
    expect(await provider.cancel(providerRef)).toMatchObject({ state: "succeeded", amountReceived: 2500 });
  });

  test("leaves what the bank is deciding", async () => {
    const { providerRef } = await provider.createIntent(order);
    fake.startProcessing(providerRef);
    expect(await provider.cancel(providerRef)).toMatchObject({ state: "processing" });
  });
});

describe("refunding at Stripe", () => {
  const full = (providerRef: string) => ({
    providerRef,
    paymentId: 7,
    amount: 2500,
    refusals: 0,
    reason: "late payment",
    buyerEmail: null,
  });
  const refundsMade = () => fake.book().refunds.map((refund) => refund.amount);

  test("happens once under repeated and simultaneous calls", async () => {
    const providerRef = await paidIntent();
    // A part, because Stripe itself would refuse a second full refund.
    const part = { ...full(providerRef), amount: 1000 };
    const replies = await Promise.all(Array.from({ length: 5 }, () => provider.refund(part)));
    replies.push(await provider.refund(part));
    expect(replies).toEqual(
      Array.from({ length: 6 }, () => ({ refundedAmount: 1000, awaitsBuyerAmount: 0 })),
    );
    expect(refundsMade()).toEqual([1000]);
    expect(fake.book().refunds[0]?.metadata).toEqual({
      foyerPaymentId: "7",
      foyerInstallation: "site a",
      reason: "late payment",
    });
    expect(await provider.retrieve(providerRef)).toMatchObject({ state: "succeeded", refundedAmount: 1000 });
    expect(await provider.refund(full(providerRef))).toEqual({ refundedAmount: 2500, awaitsBuyerAmount: 0 });
  });

  test("happens once although every reply was lost, and Stripe has forgotten the key since", async () => {
    const providerRef = await paidIntent();
    fake.timeoutNextButDoIt(2, { path: "/v1/refunds" });
    await expect(provider.refund(full(providerRef))).rejects.toBeInstanceOf(ProviderDown);
    expect(refundsMade()).toEqual([2500]);
    fake.forgetKeys();
    expect(await provider.refund(full(providerRef))).toEqual({ refundedAmount: 2500, awaitsBuyerAmount: 0 });
    expect(refundsMade()).toEqual([2500]);
  });

  test("counts what was refunded in the dashboard", async () => {
    const providerRef = await paidIntent();
    fake.refundInDashboard(providerRef, 1000);
    expect(await provider.refund(full(providerRef))).toEqual({ refundedAmount: 2500, awaitsBuyerAmount: 0 });
    expect(refundsMade()).toEqual([1000, 1500]);
  });

  test("counts what is refunded in the dashboard between its look and its request", async () => {
    const providerRef = await paidIntent();
    fake.beforeNext("/v1/refunds", () => fake.refundInDashboard(providerRef));
    expect(await provider.refund(full(providerRef))).toEqual({ refundedAmount: 2500, awaitsBuyerAmount: 0 });
    expect(refundsMade()).toEqual([2500]);
  });

  test("is made in the end although Stripe remembers its own failure", async () => {
    const providerRef = await paidIntent();
    fake.failNext(1, 500, { remembered: true, path: "/v1/refunds" });
    expect(await provider.refund({ ...full(providerRef), amount: 1000 })).toEqual({
      refundedAmount: 1000,
      awaitsBuyerAmount: 0,
    });
    expect(refundsMade()).toEqual([1000]);
  });

  test("is not made again behind a failure that Stripe remembers, when it had gone through", async () => {
    const providerRef = await paidIntent();
    fake.failNext(1, 500, { remembered: true, butDone: true, path: "/v1/refunds" });
    expect(await provider.refund({ ...full(providerRef), amount: 1000 })).toEqual({
      refundedAmount: 1000,
      awaitsBuyerAmount: 0,
    });
    expect(refundsMade()).toEqual([1000]);
  });

  test("tries anew, not its own echo, after the bank has sent a refund back", async () => {
    const providerRef = await paidIntent();
    await provider.refund(full(providerRef));
    fake.failRefund(fake.book().refunds[0]?.id ?? "");
    expect(await provider.retrieve(providerRef)).toMatchObject({ refundedAmount: 0, sentBackAmount: 2500 });
    expect(await provider.refund(full(providerRef))).toEqual({ refundedAmount: 2500, awaitsBuyerAmount: 0 });
    expect(fake.book().refunds.map((refund) => refund.status)).toEqual(["failed", "succeeded"]);
  });

  test("goes on past the ten refunds that Stripe tells with a charge, for the same reason and for others", async () => {
    const { providerRef } = await provider.createIntent({ ...order, amount: 15_000 });
    fake.pay(providerRef);
    for (let number = 1; number <= 15; number++) {
      const reason = number % 2 === 0 ? "one more" : `ticket ${number}`;
      const request = { ...full(providerRef), amount: number * 500, reason };
      expect((await provider.refund(request)).refundedAmount).toBe(number * 500);
    }
    expect(refundsMade()).toEqual(Array.from({ length: 15 }, () => 500));
    expect(await provider.retrieve(providerRef)).toMatchObject({ refundedAmount: 7500 });
    fake.failRefund(fake.book().refunds[0]!.id);
    expect(await provider.retrieve(providerRef)).toMatchObject({ refundedAmount: 7000, sentBackAmount: 500 });
  });

  test("says what Stripe has given back, not what was there and what it asked for", async () => {
    const providerRef = await paidIntent();
    // Somebody refunds in the dashboard between our look and our request.
    fake.beforeNext("/v1/refunds", () => fake.refundInDashboard(providerRef, 700));
    const part = { ...full(providerRef), amount: 1000 };
    expect((await provider.refund(part)).refundedAmount).toBe(1700);
  });

  test.each(["charge_disputed", "charge_already_refunded"])(
    "asks once when Stripe's no is final: %s",
    async (code) => {
      const providerRef = await paidIntent();
      fake.refuse("/v1/refunds", code);
      await expect(provider.refund(full(providerRef))).rejects.toMatchObject({ code });
      expect(
        fake
          .requests()
          .filter(({ method }) => method === "POST")
          .map(({ path }) => path),
      ).toEqual(["/v1/payment_intents", "/v1/refunds"]);
    },
  );

  test("is one of two at once, whatever their amounts: the second looks again and makes up the difference", async () => {
    const providerRef = await paidIntent();
    let isFirst = true;
    // Both look before either requests the refund.
    const slower = createStripeProvider({
      ...settings(),
      inTurn: async (send, shared) => {
        if (shared === undefined && isFirst) {
          isFirst = false;
          await provider.refund({ ...full(providerRef), amount: 500 });
        }
        return send();
      },
    });
    const all = { ...full(providerRef), amount: 800 };
    expect(await slower.refund(all)).toEqual({ refundedAmount: 800, awaitsBuyerAmount: 0 });
    expect(refundsMade()).toEqual([500, 300]);
  });

  test("whose key somebody else has taken is asked for again later, and not given up", async () => {
    const providerRef = await paidIntent();
    // A failed request for another amount, which Stripe remembers.
    fake.failNext(1, 500, { remembered: true, path: "/v1/refunds" });
    await fetch(`${fake.url}/v1/refunds`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${fakeSecretKey}`,
        "idempotency-key": `foyer-refund-${providerRef}-first-0`,
      },
      body: new URLSearchParams({ payment_intent: providerRef, amount: "500" }),
    });
    const part = { ...full(providerRef), amount: 800 };
    await expect(provider.refund(part)).rejects.toBeInstanceOf(ProviderDown);
    expect(refundsMade()).toEqual([]);
    // A refusal in between makes it another request.
    expect(await provider.refund({ ...part, refusals: 1 })).toMatchObject({ refundedAmount: 800 });
  });

  test("of PromptPay waits until the buyer has told Stripe a bank account", async () => {
    const { providerRef } = await provider.createIntent({ ...order, amount: 50_000, currency: "thb" });
    fake.payByPromptPay(providerRef);
    const request = { ...full(providerRef), amount: 20_000, buyerEmail: "ana@example.com" };
    expect(await provider.refund(request)).toEqual({ refundedAmount: 20_000, awaitsBuyerAmount: 20_000 });
    expect(fake.book().refunds[0]).toMatchObject({ instructionsEmail: "ana@example.com" });
    const { id } = fake.book().refunds[0]!;
    fake.answerRefund(id, true);
    expect(await provider.retrieve(providerRef)).toMatchObject({
      refundedAmount: 20_000,
      awaitsBuyerAmount: 0,
    });
    await provider.refund({ ...request, amount: 30_000 });
    fake.answerRefund(fake.book().refunds[1]!.id, false);
    expect(await provider.retrieve(providerRef)).toMatchObject({
      refundedAmount: 20_000,
      sentBackAmount: 10_000,
    });
  });

  test("of a card asks the buyer for nothing", async () => {
    const providerRef = await paidIntent();
    await provider.refund({ ...full(providerRef), buyerEmail: "ana@example.com" });
    expect(fake.book().refunds[0]).toMatchObject({ instructionsEmail: null, status: "succeeded" });
  });

  test("of what was never paid is refused", async () => {
    const { providerRef } = await provider.createIntent(order);
    const refused = await provider.refund(full(providerRef)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProviderRefused);
    expect(refused).toMatchObject({
      code: "payment_intent_unexpected_state",
      message: "The payment provider did not accept this (payment_intent_unexpected_state).",
    });
  });
});

describe("trouble with Stripe", () => {
  test("a server that does not answer is down, and nothing was done", async () => {
    fake.down(true);
    await expect(provider.createIntent(order)).rejects.toBeInstanceOf(ProviderDown);
    expect(fake.requests()).toHaveLength(2); // one try and one network retry
    expect(fake.book().intents).toEqual([]);
  });

  test("a server that is silent is asked twice, within ten seconds in all", async () => {
    const impatient = createStripeProvider({ ...settings(), timeoutMs: 1_000 });
    fake.delayMs(60_000);
    await expect(impatient.createIntent(order)).rejects.toThrow(/^Stripe could not be asked: .*timeout/);
    const request = fake.requests();
    expect(request).toHaveLength(2);
    expect(new Set(request.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(longestMs).toBeLessThanOrEqual(9_500);

    // The total time ends during the first try, so there is no second.
    const hurried = createStripeProvider({ ...settings(), withinMs: 30 });
    await expect(hurried.createIntent(order)).rejects.toBeInstanceOf(ProviderDown);
    expect(fake.requests().length).toBeLessThanOrEqual(3);
  });

  test("after a long outage gives each hundred of its events a turn and a time of their own", async () => {
    const since = new Date(Date.now() - 60_000);
    for (let paymentId = 1; paymentId <= 101; paymentId++)
      fake.pay((await provider.createIntent({ ...order, paymentId })).providerRef);
    let turns = 0;
    const counted = createStripeProvider({
      ...settings(),
      inTurn: (send) => {
        turns += 1;
        return send();
      },
    });
    const events = await counted.eventsSince(since);
    expect(events).toHaveLength(101);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(101);
    expect(turns).toBe(2);
  });

  test("failures and a full site are down for now", async () => {
    fake.failNext(2, 503);
    await expect(provider.retrieve("pi_1")).rejects.toMatchObject({ name: "ProviderDown", trouble: "down" });
    fake.failNext(1, 429);
    await expect(provider.retrieve("pi_1")).rejects.toMatchObject({
      name: "ProviderDown",
      trouble: "limited",
    });
  });

  test("a key that Stripe does not accept gives nothing up", async () => {
    const misconfigured = createStripeProvider({ ...settings(), secretKey: "revoked" });
    const refused = { name: "ProviderDown", trouble: "key" };
    await expect(misconfigured.createIntent(order)).rejects.toMatchObject(refused);
    await expect(misconfigured.checkKey!()).rejects.toMatchObject(refused);
  });

  test("one harmless question tells whether the key works", async () => {
    await provider.checkKey!();
    expect(fake.requests()).toMatchObject([{ method: "GET", path: "/v1/events?limit=1" }]);
  });

  test("an amount below Stripe's smallest is refused with its reason", async () => {
    await expect(provider.createIntent({ ...order, amount: 20 })).rejects.toMatchObject({
      name: "ProviderRefused",
      code: "amount_too_small",
      message: "This amount is too small to be paid by card.",
    });
  });

  test("the secret key is sent in clear text to this machine only", () => {
    const at = (apiBase: string) => () => createStripeProvider({ ...settings(), apiBase });
    expect(at("http://stripe.example.com")).toThrow(/STRIPE_API_BASE/);
    expect(at("ftp://127.0.0.1")).toThrow(/STRIPE_API_BASE/);
    expect(at("https://stripe.example.com")).not.toThrow();
  });
});
