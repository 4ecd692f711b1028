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
import { maxStripeCallMs } from "../stripeErrors.ts";
import { intentFromStripe, type StripeReading } from "../stripeIntent.ts";

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

async function createPaidIntent(): Promise<string> {
  const { providerRef } = await provider.createIntent(order);
  fake.pay(providerRef);
  return providerRef;
}

describe("an intent at Stripe", () => {
  test("a new intent has our payment's id and is unpaid", async () => {
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
      // Stripe would refuse some addresses, and send its own receipt to others.
      receiptEmail: null,
      statementDescriptorSuffix: "SUMMER",
      metadata: { orderNumber: "F-7", foyerPaymentId: "7", foyerInstallation: "site a" },
    });
  });

  test("an intent is created without the statement suffix if Stripe refuses the suffix, and fails if Stripe refuses another field", async () => {
    fake.refuse("/v1/payment_intents", "parameter_invalid_string", "statement_descriptor_suffix");
    const intents = await Promise.all([1, 2].map(() => provider.createIntent(order)));
    expect(new Set(intents.map(({ providerRef }) => providerRef)).size).toBe(1);
    expect(fake.book().intents).toMatchObject([{ statementDescriptorSuffix: null, amount: 2500 }]);
    const requestCount = fake.requests().length;
    fake.refuse("/v1/payment_intents", "parameter_invalid_string", "description");
    const plain = { ...order, paymentId: 8, statementSuffix: null };
    await expect(provider.createIntent(plain)).rejects.toMatchObject({ code: "parameter_invalid_string" });
    expect(fake.requests()).toHaveLength(requestCount + 1);
  });

  test("ten simultaneous requests for one payment create one intent", async () => {
    const intents = await Promise.all(Array.from({ length: 10 }, () => provider.createIntent(order)));
    expect(new Set(intents.map(({ providerRef }) => providerRef)).size).toBe(1);
    expect(fake.book().intents).toHaveLength(1);
  });

  test("a request whose first reply was lost creates one intent", async () => {
    fake.timeoutNextButDoIt();
    const { providerRef } = await provider.createIntent(order);
    expect(fake.book().intents.map(({ id }) => id)).toEqual([providerRef]);
  });

  test("a new intent is created after the event was renamed or the database was created again", async () => {
    const first = await provider.createIntent(order);
    const renamed = await provider.createIntent({ ...order, description: "Gala, order F-7" });
    const recreated = await provider.createIntent({ ...order, openedAt: new Date("2026-05-01T11:00:00Z") });
    expect(new Set([first, renamed, recreated].map(({ providerRef }) => providerRef)).size).toBe(3);
  });

  test("an intent is created even if Stripe has stored a failure of its own for the first request", async () => {
    fake.failNext(1, 500, { remembered: true });
    const { providerRef } = await provider.createIntent(order);
    expect(fake.book().intents.map(({ id }) => id)).toEqual([providerRef]);
  });

  test("an intent shows why the card was declined, and later that it is paid", async () => {
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

  test("an intent can wait for the buyer to confirm at the bank, or for the bank itself", async () => {
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
  ] as const)("a paid intent shows a later dispute with its due date: %s", async (status, stage, state) => {
    const providerRef = await createPaidIntent();
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
    ["some_new_status", undefined, "chargeback", "open"],
  ])(
    "a dispute with the status %s and the appeal evidence %j has the stage %s and the state %s",
    async (...row) => {
      const [status, appeal, stage, state] = row;
      const intent = { id: "pi_1", status: "succeeded", metadata: {} };
      const disputes = [{ id: "du_1", status, evidence: { appeal }, evidence_details: { due_by: null } }];
      const reading = { intent, refunds: [], disputes } as unknown as StripeReading;
      expect(intentFromStripe(reading, "site a").disputes).toEqual([
        { ref: "du_1", stage, state, dueBy: null },
      ]);
    },
  );

  test("an intent of another site on the same account is not ours, but one with a payment's id and no site is ours", async () => {
    const other = createStripeProvider({ ...settings(), installation: "site b" });
    const { providerRef } = await other.createIntent(order);
    expect(await other.retrieve(providerRef)).toMatchObject({ paymentId: 7 });
    expect(await provider.retrieve(providerRef)).toMatchObject({ paymentId: null });
    const { hostname, port } = new URL(fake.url);
    const olderClient = new Stripe(fakeSecretKey, {
      host: hostname,
      port,
      protocol: "http",
      telemetry: false,
    });
    const metadata = { foyerPaymentId: "7" };
    const { id } = await olderClient.paymentIntents.create({ amount: 900, currency: "eur", metadata });
    expect(await provider.retrieve(id)).toMatchObject({ paymentId: 7 });
  });

  test("an intent of another product on the same account has no payment of ours", async () => {
    const { hostname, port } = new URL(fake.url);
    const webshop = new Stripe(fakeSecretKey, { host: hostname, port, protocol: "http", telemetry: false });
    const { id } = await webshop.paymentIntents.create({ amount: 900, currency: "eur" });
    expect(await provider.retrieve(id)).toMatchObject({ paymentId: null, amount: 900 });
  });

  test("an intent of another account is refused", async () => {
    await expect(provider.retrieve("pi_of_another_account")).rejects.toMatchObject({
      name: "ProviderRefused",
      code: "resource_missing",
    });
  });
});

describe("a cancellation at Stripe", () => {
  test("a cancellation ends an unpaid intent, and may be repeated", async () => {
    const { providerRef } = await provider.createIntent(order);
    expect(await provider.cancel(providerRef)).toMatchObject({ state: "cancelled" });
    expect(await provider.cancel(providerRef)).toMatchObject({ state: "cancelled" });
    expect(() => fake.pay(providerRef)).toThrow(/canceled/);
  });

  test("a cancellation that comes after the payment reports that it is paid", async () => {
    const { providerRef } = await provider.createIntent(order);
    fake.beforeNext(`/v1/payment_intents/${providerRef}/cancel`, () => fake.pay(providerRef));
    expect(await provider.cancel(providerRef)).toMatchObject({ state: "succeeded", amountReceived: 2500 });
  });

  test("a cancellation does not change a payment that the bank is processing", async () => {
    const { providerRef } = await provider.createIntent(order);
    fake.startProcessing(providerRef);
    expect(await provider.cancel(providerRef)).toMatchObject({ state: "processing" });
  });
});

describe("a refund at Stripe", () => {
  const fullRefund = (providerRef: string) => ({
    providerRef,
    paymentId: 7,
    amount: 2500,
    refusals: 0,
    reason: "late payment",
    buyerEmail: null,
  });
  const refundAmounts = () => fake.book().refunds.map((refund) => refund.amount);

  test("a refund happens once under repeated and simultaneous calls", async () => {
    const providerRef = await createPaidIntent();
    // A partial refund, because Stripe itself would refuse a second full one.
    const part = { ...fullRefund(providerRef), amount: 1000 };
    const replies = await Promise.all(Array.from({ length: 5 }, () => provider.refund(part)));
    replies.push(await provider.refund(part));
    expect(replies).toEqual(
      Array.from({ length: 6 }, () => ({ refundedAmount: 1000, awaitsBuyerAmount: 0 })),
    );
    expect(refundAmounts()).toEqual([1000]);
    expect(fake.book().refunds[0]?.metadata).toEqual({
      foyerPaymentId: "7",
      foyerInstallation: "site a",
      reason: "late payment",
    });
    expect(await provider.retrieve(providerRef)).toMatchObject({ state: "succeeded", refundedAmount: 1000 });
    expect(await provider.refund(fullRefund(providerRef))).toEqual({
      refundedAmount: 2500,
      awaitsBuyerAmount: 0,
    });
  });

  test("a refund happens once even if every reply was lost and Stripe has deleted the key", async () => {
    const providerRef = await createPaidIntent();
    fake.timeoutNextButDoIt(2, { path: "/v1/refunds" });
    await expect(provider.refund(fullRefund(providerRef))).rejects.toBeInstanceOf(ProviderDown);
    expect(refundAmounts()).toEqual([2500]);
    fake.forgetKeys();
    expect(await provider.refund(fullRefund(providerRef))).toEqual({
      refundedAmount: 2500,
      awaitsBuyerAmount: 0,
    });
    expect(refundAmounts()).toEqual([2500]);
  });

  test("a refund counts earlier refunds from the dashboard", async () => {
    const providerRef = await createPaidIntent();
    fake.refundInDashboard(providerRef, 1000);
    expect(await provider.refund(fullRefund(providerRef))).toEqual({
      refundedAmount: 2500,
      awaitsBuyerAmount: 0,
    });
    expect(refundAmounts()).toEqual([1000, 1500]);
  });

  test("a refund counts a dashboard refund that is made before its own request", async () => {
    const providerRef = await createPaidIntent();
    fake.beforeNext("/v1/refunds", () => fake.refundInDashboard(providerRef));
    expect(await provider.refund(fullRefund(providerRef))).toEqual({
      refundedAmount: 2500,
      awaitsBuyerAmount: 0,
    });
    expect(refundAmounts()).toEqual([2500]);
  });

  test("a refund is made even if Stripe has stored a failure of its own for the first request", async () => {
    const providerRef = await createPaidIntent();
    fake.failNext(1, 500, { remembered: true, path: "/v1/refunds" });
    expect(await provider.refund({ ...fullRefund(providerRef), amount: 1000 })).toEqual({
      refundedAmount: 1000,
      awaitsBuyerAmount: 0,
    });
    expect(refundAmounts()).toEqual([1000]);
  });

  test("a refund that Stripe made although it stored a failure is not made again", async () => {
    const providerRef = await createPaidIntent();
    fake.failNext(1, 500, { remembered: true, butDone: true, path: "/v1/refunds" });
    expect(await provider.refund({ ...fullRefund(providerRef), amount: 1000 })).toEqual({
      refundedAmount: 1000,
      awaitsBuyerAmount: 0,
    });
    expect(refundAmounts()).toEqual([1000]);
  });

  test("a refund after a returned refund is a new request, and not Stripe's stored reply to the first", async () => {
    const providerRef = await createPaidIntent();
    await provider.refund(fullRefund(providerRef));
    fake.failRefund(fake.book().refunds[0]?.id ?? "");
    expect(await provider.retrieve(providerRef)).toMatchObject({ refundedAmount: 0, sentBackAmount: 2500 });
    expect(await provider.refund(fullRefund(providerRef))).toEqual({
      refundedAmount: 2500,
      awaitsBuyerAmount: 0,
    });
    expect(fake.book().refunds.map((refund) => refund.status)).toEqual(["failed", "succeeded"]);
  });

  test("a payment can have more refunds than the ten that Stripe lists with a charge, for the same and other reasons", async () => {
    const { providerRef } = await provider.createIntent({ ...order, amount: 15_000 });
    fake.pay(providerRef);
    for (let number = 1; number <= 15; number++) {
      const reason = number % 2 === 0 ? "one more" : `ticket ${number}`;
      const request = { ...fullRefund(providerRef), amount: number * 500, reason };
      expect((await provider.refund(request)).refundedAmount).toBe(number * 500);
    }
    expect(refundAmounts()).toEqual(Array.from({ length: 15 }, () => 500));
    expect(await provider.retrieve(providerRef)).toMatchObject({ refundedAmount: 7500 });
    fake.failRefund(fake.book().refunds[0]!.id);
    expect(await provider.retrieve(providerRef)).toMatchObject({ refundedAmount: 7000, sentBackAmount: 500 });
  });

  test("a refund reports the amount that Stripe has refunded, also if somebody else refunds meanwhile", async () => {
    const providerRef = await createPaidIntent();
    // This happens after we have read the refunds.
    fake.beforeNext("/v1/refunds", () => fake.refundInDashboard(providerRef, 700));
    const part = { ...fullRefund(providerRef), amount: 1000 };
    expect((await provider.refund(part)).refundedAmount).toBe(1700);
  });

  test.each(["charge_disputed", "charge_already_refunded"])(
    "a refund is requested once if Stripe's refusal is final: %s",
    async (code) => {
      const providerRef = await createPaidIntent();
      fake.refuse("/v1/refunds", code);
      await expect(provider.refund(fullRefund(providerRef))).rejects.toMatchObject({ code });
      expect(
        fake
          .requests()
          .filter(({ method }) => method === "POST")
          .map(({ path }) => path),
      ).toEqual(["/v1/payment_intents", "/v1/refunds"]);
    },
  );

  test("the second of two simultaneous refunds reads the refunds again and makes only the difference", async () => {
    const providerRef = await createPaidIntent();
    let isFirst = true;
    // Both read the refunds before either requests the refund.
    const slowerProvider = createStripeProvider({
      ...settings(),
      inTurn: async (send, sharedKey) => {
        // This is the request for the refund: only reading has a shared key.
        if (sharedKey === undefined && isFirst) {
          isFirst = false;
          await provider.refund({ ...fullRefund(providerRef), amount: 500 });
        }
        return send();
      },
    });
    const all = { ...fullRefund(providerRef), amount: 800 };
    expect(await slowerProvider.refund(all)).toEqual({ refundedAmount: 800, awaitsBuyerAmount: 0 });
    expect(refundAmounts()).toEqual([500, 300]);
  });

  test("a refund whose key another request has used fails as down, and works after a refusal", async () => {
    const providerRef = await createPaidIntent();
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
    const part = { ...fullRefund(providerRef), amount: 800 };
    await expect(provider.refund(part)).rejects.toBeInstanceOf(ProviderDown);
    expect(refundAmounts()).toEqual([]);
    // A refusal in between makes it another request.
    expect(await provider.refund({ ...part, refusals: 1 })).toMatchObject({ refundedAmount: 800 });
  });

  test("a refund of PromptPay waits until the buyer has given Stripe a bank account", async () => {
    const { providerRef } = await provider.createIntent({ ...order, amount: 50_000, currency: "thb" });
    fake.payByPromptPay(providerRef);
    const request = { ...fullRefund(providerRef), amount: 20_000, buyerEmail: "ana@example.com" };
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

  test("a refund of a card asks the buyer for nothing", async () => {
    const providerRef = await createPaidIntent();
    await provider.refund({ ...fullRefund(providerRef), buyerEmail: "ana@example.com" });
    expect(fake.book().refunds[0]).toMatchObject({ instructionsEmail: null, status: "succeeded" });
  });

  test("a refund of an unpaid intent is refused", async () => {
    const { providerRef } = await provider.createIntent(order);
    const refused = await provider.refund(fullRefund(providerRef)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProviderRefused);
    expect(refused).toMatchObject({
      code: "payment_intent_unexpected_state",
      message: "The payment provider did not accept this (payment_intent_unexpected_state).",
    });
  });
});

describe("trouble with Stripe", () => {
  test("an unreachable server is reported as down after one retry, and nothing was done", async () => {
    fake.down(true);
    await expect(provider.createIntent(order)).rejects.toBeInstanceOf(ProviderDown);
    expect(fake.requests()).toHaveLength(2);
    expect(fake.book().intents).toEqual([]);
  });

  test("a server that never replies is asked twice, within ten seconds in total", async () => {
    const impatientProvider = createStripeProvider({ ...settings(), timeoutMs: 1_000 });
    fake.delayMs(60_000);
    await expect(impatientProvider.createIntent(order)).rejects.toThrow(
      /^Stripe could not be asked: .*timeout/,
    );
    const requests = fake.requests();
    expect(requests).toHaveLength(2);
    expect(new Set(requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(maxStripeCallMs).toBeLessThanOrEqual(9_500);

    // The total time ends during the first try.
    const hurriedProvider = createStripeProvider({ ...settings(), withinMs: 30 });
    await expect(hurriedProvider.createIntent(order)).rejects.toBeInstanceOf(ProviderDown);
    expect(fake.requests().length).toBeLessThanOrEqual(3);
  });

  test("the events after a long outage are read a hundred at a time, and each request waits for its own turn", async () => {
    const since = new Date(Date.now() - 60_000);
    for (let paymentId = 1; paymentId <= 101; paymentId++)
      fake.pay((await provider.createIntent({ ...order, paymentId })).providerRef);
    let turns = 0;
    const countedProvider = createStripeProvider({
      ...settings(),
      inTurn: (send) => {
        turns += 1;
        return send();
      },
    });
    const events = await countedProvider.eventsSince(since);
    expect(events).toHaveLength(101);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(101);
    expect(turns).toBe(2);
  });

  test("a failure of Stripe is reported as down, and too many requests as limited", async () => {
    fake.failNext(2, 503);
    await expect(provider.retrieve("pi_1")).rejects.toMatchObject({ name: "ProviderDown", trouble: "down" });
    fake.failNext(1, 429);
    await expect(provider.retrieve("pi_1")).rejects.toMatchObject({
      name: "ProviderDown",
      trouble: "limited",
    });
  });

  test("a key that Stripe does not accept is a trouble of the provider, and not a refusal", async () => {
    const misconfigured = createStripeProvider({ ...settings(), secretKey: "revoked" });
    const refused = { name: "ProviderDown", trouble: "key" };
    await expect(misconfigured.createIntent(order)).rejects.toMatchObject(refused);
    await expect(misconfigured.checkKey!()).rejects.toMatchObject(refused);
  });

  test("one read request finds out whether the key works", async () => {
    await provider.checkKey!();
    expect(fake.requests()).toMatchObject([{ method: "GET", path: "/v1/events?limit=1" }]);
  });

  test("an amount below Stripe's minimum is refused with its reason", async () => {
    await expect(provider.createIntent({ ...order, amount: 20 })).rejects.toMatchObject({
      name: "ProviderRefused",
      code: "amount_too_small",
      message: "This amount is too small to be paid by card.",
    });
  });

  test("the secret key is sent in clear text to this machine only", () => {
    const createAt = (apiBase: string) => () => createStripeProvider({ ...settings(), apiBase });
    expect(createAt("http://stripe.example.com")).toThrow(/STRIPE_API_BASE/);
    expect(createAt("ftp://127.0.0.1")).toThrow(/STRIPE_API_BASE/);
    expect(createAt("https://stripe.example.com")).not.toThrow();
  });
});
