import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { currencyCodes, currencyRules } from "../../contract/rules/money/currencies.ts";
import { maximumCharge, minimumCharges } from "./fakeStripe/book.ts";
import { type FakeStripe, fakePublishableKey, fakeSecretKey, startFakeStripe } from "./fakeStripe.ts";
import { wrongEvent, wrongReply } from "./stripeSpec/judgeStripe.ts";

const webhookSecret = "whsec_fake";
let fake: FakeStripe;
let stripe: Stripe;
const cleanups: (() => Promise<unknown>)[] = [];

function sdk(url: string, key = fakeSecretKey): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: "http", telemetry: false, maxNetworkRetries: 0 });
}

async function startReceiver(answer: (event: Stripe.Event) => number = () => 200) {
  const received: Stripe.Event[] = [];
  const first = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const signature = request.headers["stripe-signature"] ?? "";
      const event = stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, webhookSecret);
      received.push(event);
      first.resolve();
      response.writeHead(answer(event)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  fake.sendWebhooksTo(`http://127.0.0.1:${port}/`);
  return { received, first: first.promise, types: () => received.map((event) => event.type) };
}

beforeEach(async () => {
  fake = await startFakeStripe({ webhookSecret });
  stripe = sdk(fake.url);
  cleanups.push(() => fake.close());
});
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});

const ticketFor25 = { amount: 2500, currency: "usd", metadata: { order: "F-1", note: "a[b]&c=d é" } };
const newIntent = (options: Stripe.RequestOptions = {}) => stripe.paymentIntents.create(ticketFor25, options);

describe("the fake Stripe with Stripe's SDK", () => {
  test("the fake Stripe makes an intent that can be retrieved", async () => {
    const created = await newIntent();
    expect(created.id).toMatch(/^pi_/);
    expect(created.client_secret).toMatch(new RegExp(`^${created.id}_secret_`));
    const retrieved = await stripe.paymentIntents.retrieve(created.id);
    expect(retrieved).toMatchObject({
      ...ticketFor25,
      status: "requires_payment_method",
      amount_received: 0,
    });
  });

  test("the same idempotency key returns the same intent, and is refused with other values", async () => {
    const first = await newIntent({ idempotencyKey: "k1" });
    const again = await newIntent({ idempotencyKey: "k1" });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    const other = stripe.paymentIntents.create({ ...ticketFor25, amount: 2600 }, { idempotencyKey: "k1" });
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(fake.book().intents).toHaveLength(1);
  });

  test("a declined card is a typed error, and the same intent can be paid afterwards", async () => {
    const { id } = await newIntent();
    const declined = await stripe.paymentIntents
      .confirm(id, { payment_method: "pm_card_chargeDeclinedInsufficientFunds" })
      .catch((error: unknown) => error);
    expect(declined).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(declined).toMatchObject({
      statusCode: 402,
      code: "card_declined",
      decline_code: "insufficient_funds",
      payment_intent: { id, status: "requires_payment_method" },
    });
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
    expect(paid).toMatchObject({ status: "succeeded", amount_received: 2500, last_payment_error: null });
  });

  test("a card that needs a confirmation pays only with a confirmation that Stripe has asked for", async () => {
    const { id } = await newIntent();
    const card = "4000002500003155";
    expect(fake.pay(id, { card, confirmed: true })).toBe("requires_action");
    expect(fake.pay(id, { card })).toBe("requires_action");
    expect(fake.pay(id, { card, confirmed: true })).toBe("succeeded");
  });

  test("a paid intent cannot be cancelled or paid again", async () => {
    const { id } = await newIntent();
    fake.pay(id);
    const unexpected = { code: "payment_intent_unexpected_state", statusCode: 400 };
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject(unexpected);
    await expect(stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" })).rejects.toMatchObject(
      unexpected,
    );
    expect(fake.book().intents[0]?.status).toBe("succeeded");
  });

  test("no more is refunded than was paid", async () => {
    const { id } = await newIntent();
    fake.pay(id);
    const half = await stripe.refunds.create({ payment_intent: id, amount: 1500 });
    await expect(stripe.refunds.create({ payment_intent: id, amount: 1001 })).rejects.toThrow(
      /between 1 and 1000/,
    );
    await stripe.refunds.create({ payment_intent: id });
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    fake.failRefund(half.id);
    const listed = await stripe.refunds.list({ payment_intent: id });
    expect(listed.data.map((refund) => [refund.amount, refund.status])).toEqual([
      [1000, "succeeded"],
      [1500, "failed"],
    ]);
    const retrieved = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge.refunds"] });
    expect(retrieved.latest_charge).toMatchObject({ amount_refunded: 1000, refunds: { has_more: false } });
  });

  test.each([
    [{ amount: 49, currency: "usd" }, "amount_too_small"],
    [{ amount: 999, currency: "thb" }, "amount_too_small"],
    [{ amount: -1, currency: "usd" }, "parameter_invalid_integer"],
  ])("the fake Stripe refuses an intent with %j", async (params, code) => {
    await expect(stripe.paymentIntents.create(params)).rejects.toMatchObject({ code, statusCode: 400 });
    expect(fake.book().intents).toEqual([]);
  });

  test("the publishable key reads an intent only with its client secret, and cannot cancel it", async () => {
    const { id, client_secret } = await newIntent();
    const browser = sdk(fake.url, fakePublishableKey);
    const secret = client_secret ?? "";
    expect((await browser.paymentIntents.retrieve(id, { client_secret: secret })).id).toBe(id);
    await expect(browser.paymentIntents.retrieve(id, { client_secret: "guess" })).rejects.toThrow(
      /secret key/,
    );
    await expect(browser.paymentIntents.cancel(id, { client_secret: secret } as object)).rejects.toThrow(
      /secret key/,
    );
    await expect(sdk(fake.url, "rk_other").paymentIntents.retrieve(id)).rejects.toMatchObject({
      statusCode: 401,
    });
  });

  test("the fake Stripe fails as often as a test asks for, and then works again", async () => {
    fake.failNext(1, 503);
    await expect(newIntent()).rejects.toMatchObject({ statusCode: 503 });
    expect(fake.book().intents).toEqual([]);

    fake.failNext(1, 500, { remembered: true });
    await expect(newIntent({ idempotencyKey: "k" })).rejects.toMatchObject({ statusCode: 500 });
    const again = await newIntent({ idempotencyKey: "k" }).catch((error: unknown) => error);
    expect(again).toMatchObject({ statusCode: 500, headers: { "idempotent-replayed": "true" } });
    expect((await newIntent()).id).toMatch(/^pi_/);
  });

  test("an intent whose reply was lost is found by its idempotency key", async () => {
    fake.timeoutNextButDoIt(2); // The SDK retries once by itself.
    await expect(newIntent({ idempotencyKey: "k" })).rejects.toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    );
    const found = await newIntent({ idempotencyKey: "k" });
    expect(fake.book().intents.map(({ id }) => id)).toEqual([found.id]);
  });

  test("the webhook of a request does not wait for its slow reply", async () => {
    const { first } = await startReceiver();
    fake.delayMs(60_000);
    const created = newIntent().then(
      () => "reply",
      () => "nothing",
    );
    expect(await Promise.race([first.then(() => "webhook"), created])).toBe("webhook");
    await fake.close();
    expect(await created).toBe("nothing");
  });
});

describe("Stripe's specification", () => {
  test.each([
    [{ amount: 10.5, currency: "usd" }, "parameter_invalid_integer", "Invalid amount: must be integer"],
    [{ currency: "usd" }, "parameter_missing", "Missing required param: amount."],
    [
      { amount: 900, currency: "usd", colour: "red" },
      "parameter_unknown",
      "Received unknown parameter: colour",
    ],
    [
      { amount: 900, currency: "usd", description: "a".repeat(1001) },
      "parameter_invalid",
      "Invalid description: must NOT have more than 1000 characters",
    ],
    [
      { amount: 900, currency: "usd", automatic_payment_methods: { enabled: "perhaps" } },
      "parameter_invalid_boolean",
      "Invalid automatic_payment_methods[enabled]: must be boolean",
    ],
  ])(
    "the fake Stripe refuses the request %j, and throws when it is closed",
    async (params, code, message) => {
      const request = stripe.paymentIntents.create(params as unknown as Stripe.PaymentIntentCreateParams);
      await expect(request).rejects.toMatchObject({ code, statusCode: 400 });
      const other = await startFakeStripe({ webhookSecret });
      await sdk(other.url)
        .paymentIntents.create(params as unknown as Stripe.PaymentIntentCreateParams)
        .catch(() => {});
      await expect(other.close()).rejects.toThrow(`POST /v1/payment_intents: ${message}`);
      expect(fake.takeViolations()).toEqual([`POST /v1/payment_intents: ${message}`]);
    },
  );

  test("a request for an event type that Stripe does not have violates the specification", async () => {
    await expect(stripe.events.list({ types: ["charge.disputed"] })).rejects.toThrow(/charge\.disputed/);
    expect(fake.takeViolations()).toHaveLength(1);
  });

  test("a reply with a missing, an unknown or a too long field violates the specification", async () => {
    const { id } = await newIntent();
    const intent = await stripe.paymentIntents.retrieve(id);
    const { lastResponse: _, ...shown } = intent;
    const call = "GET /v1/payment_intents/:id";
    const body = JSON.parse(JSON.stringify(shown)) as Record<string, unknown>;
    expect(wrongReply(call, 200, body)).toBeNull();
    expect(wrongReply(call, 200, { ...body, livemode: undefined })).toMatch(/livemode/);
    expect(wrongReply(call, 200, { ...body, mood: "good" })).toMatch(/additional properties/);
    expect(wrongReply(call, 200, { ...body, metadata: { note: "a".repeat(501) } })).toMatch(/500 characters/);
    expect(wrongReply(call, 402, { error: { type: "no_money", message: "" } })).toMatch(/allowed values/);
  });

  test("an event with an incomplete charge violates the specification", async () => {
    const { id } = await newIntent();
    fake.pay(id);
    const [event] = fake.book().events.filter(({ type }) => type === "charge.succeeded");
    expect(wrongEvent(event!)).toBeNull();
    const { captured: _, ...half } = event!.data.object;
    expect(wrongEvent({ ...event!, data: { object: half } })).toMatch(/captured/);
    expect(wrongEvent({ ...event!, type: "charge.made" })).toMatch(/no events of the type charge\.made/);
  });

  test("refunds that the buyer answers or not, and a dispute that is won, conform to the specification", async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 90_000, currency: "thb" });
    fake.payByPromptPay(id);
    await expect(stripe.refunds.create({ payment_intent: id, amount: 100 })).rejects.toThrow(/email/);
    const request = { payment_intent: id, amount: 100, instructions_email: "ana@example.org" };
    const [answered, unanswered] = [
      await stripe.refunds.create(request),
      await stripe.refunds.create(request),
    ];
    expect(answered).toMatchObject({ status: "requires_action", instructions_email: "ana@example.org" });
    fake.answerRefund(answered.id, true);
    fake.answerRefund(unanswered.id, false);
    const refunds = await stripe.refunds.list({ payment_intent: id });
    expect(refunds.data.map(({ status }) => status)).toEqual(["canceled", "succeeded"]);
    fake.dispute(id);
    fake.moveDispute(id, "won");
    const disputes = await stripe.disputes.list({ payment_intent: id });
    expect(disputes.data).toMatchObject([{ status: "won", evidence_details: { past_due: false } }]);
  });
});

test.each(currencyCodes)("the smallest and largest amounts of %s are those that Stripe publishes", (code) => {
  const { least, most } = currencyRules[code];
  expect({ least, most }).toEqual({ least: minimumCharges.get(code), most: maximumCharge });
});

describe("the fake Stripe's webhooks", () => {
  test("each event is sent as a signed webhook, and can be retrieved", async () => {
    const { received, types } = await startReceiver();
    const { id } = await newIntent();
    fake.decline(id);
    await fake.settled();
    fake.pay(id);
    await fake.settled();
    expect(types()).toEqual([
      "payment_intent.created",
      "payment_intent.payment_failed",
      expect.stringMatching(/succeeded$/),
      expect.stringMatching(/succeeded$/),
    ]);
    const paid = received.find((event) => event.type === "payment_intent.succeeded");
    expect(paid?.data.object).toMatchObject({ id, status: "succeeded" });
    expect(await stripe.events.retrieve(paid?.id ?? "")).toEqual(paid);
  });

  test("webhooks are sent several times if a test asks for it, each copy with the same id", async () => {
    const { received } = await startReceiver();
    fake.deliver.copies = 50;
    await newIntent();
    await fake.settled();
    expect(received).toHaveLength(50);
    expect(new Set(received.map((event) => event.id)).size).toBe(1);
  });

  test("webhooks are held until released, and then sent in a shuffled order, the same for the same seed", async () => {
    const orders: string[][] = [];
    for (let run = 0; run < 2; run++) {
      const one = await startFakeStripe({ webhookSecret, seed: 7 });
      cleanups.push(() => one.close());
      one.sendWebhooksTo("http://127.0.0.1:9/"); // no server listens there
      one.deliver.isPaused = true;
      one.deliver.shuffle = true;
      const { id } = await sdk(one.url).paymentIntents.create(ticketFor25);
      one.decline(id);
      one.pay(id);
      one.refundInDashboard(id);
      await one.settled();
      expect(one.deliveries()).toEqual([]);
      one.releaseWebhooks();
      await one.settled();
      orders.push(one.deliveries().map((delivery) => delivery.type));
    }
    expect(orders[0]).toHaveLength(6);
    expect(orders[0]).toEqual(orders[1]);
    expect(orders[0]).not.toEqual([
      "payment_intent.created",
      "payment_intent.payment_failed",
      "charge.succeeded",
      "payment_intent.succeeded",
      "refund.created",
      "charge.refunded",
    ]);
  });

  test("webhooks that were lost or refused are sent again, and the others are not", async () => {
    let isRefusing = true;
    const { types } = await startReceiver((event) =>
      isRefusing && event.type === "payment_intent.succeeded" ? 500 : 200,
    );
    const { id } = await newIntent();
    fake.pay(id);
    await fake.settled();
    fake.deliver.drop = 1;
    fake.dispute(id);
    await fake.settled();
    expect(types()).not.toContain("charge.dispute.created");

    fake.deliver.drop = 0;
    isRefusing = false;
    const before = types().length;
    fake.redeliver();
    await fake.settled();
    expect(types().slice(before).toSorted()).toEqual(["charge.dispute.created", "payment_intent.succeeded"]);
    fake.redeliver();
    await fake.settled();
    expect(types()).toHaveLength(before + 2);
  });
});
