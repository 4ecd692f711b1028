import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AppWithCheckout } from "../../app.ts";
import type { BatchOutcome } from "../../batcher.ts";
import { inTransaction } from "../../db/pool.ts";
import { type OrderWithOwner, ownerOf } from "../../orders/ownerOf.ts";
import { orderById } from "../../orders/rows.ts";
import { markFailed } from "../../payments/payments.ts";
import { ask } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildTicket } from "../../testing/builders.ts";
import { placeTestOrder, startTestPayment } from "../../testing/buying.ts";
import { barrier } from "../../testing/meeting.ts";
import { anotherNode, type StripeApp, stripeApp } from "../../testing/stripeApp.ts";
import type { LockOrdersWithOwners } from "../openPayments.ts";
import { type StartRequest, startAll } from "../startPayment.ts";

/** Runs after Stripe has created an intent, before its answer arrives. */
let onIntentCreated: (description: string) => Promise<void> = async () => {};
let app: StripeApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await stripeApp({
    max: 30,
    wrap: (provider) => ({
      ...provider,
      createIntent: async (request) => {
        const intent = await provider.createIntent(request);
        await onIntentCreated(request.description);
        return intent;
      },
    }),
  });
  other = await anotherNode(app);
});
afterAll(() => app.close());
beforeEach(() => {
  onIntentCreated = async () => {};
});

const db = () => app.database.db;

async function openSale() {
  const event = await buildEvent(db());
  const ticket = await buildTicket(db(), event.id, { maxStock: 50 });
  return [event.id, ticket.id] as const;
}

async function unpaidOrder(sale: Awaited<ReturnType<typeof openSale>>): Promise<StartRequest["body"]> {
  const { order: placed, accessKey } = await placeTestOrder(app, ...sale);
  return { orderId: placed.id, accessKey };
}

const startRequest = (
  body: StartRequest["body"],
  { key = null, hash = "same", now = app.time.now }: { key?: string | null; hash?: string; now?: Date } = {},
): StartRequest => ({
  body,
  idempotency:
    key === null ? null : { call: "stripe/create-payment-intent", key, bodyHash: Buffer.from(hash) },
  now,
});

const startTogether = (all: readonly StartRequest[], lock?: LockOrdersWithOwners) =>
  inTransaction(db(), (tx) => startAll(tx, all, { provider: app.services.provider, ...(lock && { lock }) }));

type StartReply = Awaited<ReturnType<typeof startTogether>>[number] extends BatchOutcome<infer R> ? R : never;

const answerOf = (outcome: BatchOutcome<StartReply>) => {
  if ("refused" in outcome) return outcome.refused.code;
  return "payment" in outcome.reply ? outcome.reply.payment.id : outcome.reply.paymentIntentId;
};

const paymentsOf = (orderId: number) =>
  db()
    .selectFrom("payments")
    .select(["id", "state", "amount", "currency", "provider", "provider_ref"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();

const paymentOf = async (orderId: number) => (await orderById(db(), orderId))!.payment_id!;

async function orderWithRefusedPayment(sale: Awaited<ReturnType<typeof openSale>>) {
  const body = await unpaidOrder(sale);
  await startTogether([startRequest(body)]);
  const id = await paymentOf(body.orderId);
  await inTransaction(db(), (tx) => markFailed(tx, { id }, "amount_too_small"));
  return body;
}

async function startedOrder(sale: Awaited<ReturnType<typeof openSale>>) {
  const { order: placed, accessKey, paymentIntentId } = await startTestPayment(app, ...sale);
  return { body: { orderId: placed.id, accessKey }, paymentIntentId: paymentIntentId! };
}

async function extrasAndDonation() {
  const event = await buildEvent(db());
  const ticket = await buildTicket(db(), event.id, { price: 0 });
  const extras = await buildExtras(db(), event.id, { price: 500, maxStock: 10 });
  const { registrationId, accessKey } = await placeTestOrder(app, event.id, ticket.id);
  // The order is placed, but gets no intent.
  app.stripe.down(true);
  const failedReply = await app.ask("extras/purchaseExtras", {
    body: { registrationId, accessKey, extras: [{ extrasId: extras.id, quantity: 2 }] },
  });
  app.stripe.down(false);
  expect(failedReply.code).toBe("busy");
  const extrasOrder = await db()
    .selectFrom("orders")
    .select("id")
    .where("registration_id", "=", registrationId)
    .where("purpose", "=", "extras")
    .executeTakeFirstOrThrow();
  const sponsorData = { firstName: "Ada", email: "ada@example.org" };
  const sponsorReply = await app.ask("sponsorship/create", {
    body: { eventId: event.id, amount: 1500, sponsorData },
  });
  const { sponsorship, accessKey: sponsorKey } = sponsorReply.payload;
  const donationOrder = await db()
    .selectFrom("sponsorships")
    .select("order_id")
    .where("id", "=", sponsorship.id)
    .executeTakeFirstOrThrow();
  return {
    extras: { orderId: extrasOrder.id, accessKey },
    donation: { orderId: donationOrder.order_id!, accessKey: sponsorKey as string },
  };
}

describe("payments started together", () => {
  test("payments started together are each answered as if started alone, whatever the others are", async () => {
    const sale = await openSale();
    const [first, repeated, wrongKey, expired] = [
      await unpaidOrder(sale),
      await unpaidOrder(sale),
      await unpaidOrder(sale),
      await unpaidOrder(sale),
    ];
    const second = await orderWithRefusedPayment(sale);
    const known = await startedOrder(sale);
    const paid = await startedOrder(sale);
    app.stripe.pay(paid.paymentIntentId);
    await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId: paid.paymentIntentId, accessKey: paid.body.accessKey },
    });
    const { extras, donation } = await extrasAndDonation();
    const late = new Date(app.time.now.getTime() + 3_600_000);
    const extrasPayment = await paymentOf(extras.orderId);

    const replies = await startTogether([
      startRequest({ ...wrongKey, accessKey: first.accessKey }),
      startRequest(first),
      startRequest(repeated),
      startRequest(paid.body),
      startRequest(second),
      startRequest(extras),
      startRequest(expired, { now: late }),
      startRequest(known.body),
      startRequest({ orderId: 999_999_999, accessKey: "x" }),
      startRequest(donation),
      startRequest(repeated),
      startRequest({ ...donation, accessKey: "x" }),
      startRequest(donation, { now: late }),
    ]);
    expect(replies.map(answerOf)).toEqual([
      "notFound",
      await paymentOf(first.orderId),
      await paymentOf(repeated.orderId),
      "alreadyPaid",
      await paymentOf(second.orderId),
      extrasPayment,
      "holdExpired",
      known.paymentIntentId,
      "notFound",
      await paymentOf(donation.orderId),
      await paymentOf(repeated.orderId),
      "notFound",
      "holdExpired",
    ]);
    const created = { state: "created", currency: "eur", provider: "stripe", provider_ref: null };
    const alone = await unpaidOrder(sale);
    await startTogether([startRequest(alone)]);
    for (const { orderId } of [first, repeated, alone])
      expect(await paymentsOf(orderId)).toMatchObject([{ ...created, amount: 2500 }]);
    expect(await paymentsOf(second.orderId)).toMatchObject([
      { state: "failed" },
      { ...created, amount: 2500 },
    ]);
    expect(await paymentsOf(extras.orderId)).toMatchObject([{ ...created, amount: 1000 }]);
    expect(await paymentsOf(donation.orderId)).toMatchObject([{ ...created, amount: 1500 }]);
    expect(await paymentsOf(known.body.orderId)).toHaveLength(1);
    for (const { orderId } of [wrongKey, expired]) expect(await paymentsOf(orderId)).toEqual([]);
  });

  test("a refused payment gets its own reason, and the payments started together with it start", async () => {
    const sale = await openSale();
    const [good, wrongKey] = [await unpaidOrder(sale), await unpaidOrder(sale)];
    const again = await orderWithRefusedPayment(sale);
    const bodies = [good, { ...wrongKey, accessKey: good.accessKey }, again, good];
    const replies = await Promise.all(
      bodies.map((body) => ask(app, "stripe/create-payment-intent", { body })),
    );
    expect(replies.map(({ status, code }) => code ?? status)).toEqual([200, "notFound", 200, 200]);
    expect(replies[3]!.payload).toEqual(replies[0]!.payload);
    expect(await paymentsOf(again.orderId)).toMatchObject([
      { state: "failed" },
      { state: "pending", provider_ref: replies[2]!.payload.paymentIntentId },
    ]);
  });

  test("an order gets one intent when its payment is started four times on two nodes", async () => {
    const sale = await openSale();
    const orders = await Promise.all(Array.from({ length: 10 }, () => unpaidOrder(sale)));
    const intentsBefore = app.stripe.book().intents.length;
    const requests = orders.flatMap((body, index) =>
      [app, other, app, app].map((node, turn) =>
        ask(node, "stripe/create-payment-intent", {
          body,
          ...(turn < 2 ? { headers: { "idempotency-key": `begun-together-${index}` } } : {}),
        }),
      ),
    );
    const replies = await Promise.all(requests);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const intents = replies.map(({ payload }) => payload.paymentIntentId);
    expect(new Set(intents).size).toBe(10);
    // Four consecutive requests are for one order.
    for (let index = 0; index < intents.length; index++)
      expect(intents[index]).toBe(intents[index - (index % 4)]);
    expect(app.stripe.book().intents.length - intentsBefore).toBe(10);
  });

  test("control: without the locks, two batches open two payments of one order", async () => {
    const body = await unpaidOrder(await openSale());
    const waitForBoth = barrier(2);
    const unlocked: LockOrdersWithOwners = async (tx, orderIds) => {
      const owned = new Map<number, OrderWithOwner>();
      for (const id of orderIds) {
        const found = await tx
          .selectFrom("orders")
          .selectAll()
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        owned.set(id, { order: found, owner: (await ownerOf(tx, found))! });
      }
      await waitForBoth();
      return owned;
    };
    const replies = await Promise.all([1, 2].map(() => startTogether([startRequest(body)], unlocked)));
    expect(new Set(replies.flat().map(answerOf)).size).toBe(2);
    expect(await paymentsOf(body.orderId)).toHaveLength(2);
  });
});

describe("the Idempotency-Key of a payment", () => {
  test("a payment's Idempotency-Key returns its first reply and is refused with another body, also later", async () => {
    const sale = await openSale();
    const [fresh, known] = [await unpaidOrder(sale), await startedOrder(sale)];
    const one = startRequest(known.body, { key: "known-twice" });
    const replies = await startTogether([
      one,
      startRequest(fresh, { key: "fresh-twice" }),
      startRequest(fresh, { key: "fresh-twice" }),
      startRequest(fresh, { key: "known-twice", hash: "another" }),
    ]);
    const opened = await paymentOf(fresh.orderId);
    expect(replies.map(answerOf)).toEqual([known.paymentIntentId, opened, opened, "idempotencyMismatch"]);
    // The hold is over.
    const late = new Date(app.time.now.getTime() + 3_600_000);
    const again = await startTogether([
      { ...one, now: late },
      startRequest(fresh, { key: "known-twice", hash: "another" }),
    ]);
    expect(again[0]).toEqual(replies[0]);
    expect(again.map(answerOf)).toEqual([known.paymentIntentId, "idempotencyMismatch"]);
  });

  test("a payment's Idempotency-Key returns its first reply, also after the order is paid", async () => {
    const body = await unpaidOrder(await openSale());
    const headers = { "idempotency-key": "begun-and-paid" };
    const started = await app.ask("stripe/create-payment-intent", { body, headers });
    const { paymentIntentId } = started.payload;
    app.stripe.pay(paymentIntentId);
    await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey: body.accessKey } });
    const [again, withoutKey] = await Promise.all([
      ask(app, "stripe/create-payment-intent", { body, headers }),
      ask(app, "stripe/create-payment-intent", { body }),
    ]);
    expect([again.payload, withoutKey.code]).toEqual([started.payload, "alreadyPaid"]);
  });

  test("a payment's Idempotency-Key has one reply when two nodes ask the provider with it at the same time", async () => {
    const sale = await openSale();
    for (let round = 0; round < 10; round++) {
      const body = await unpaidOrder(sale);
      const waitForBoth = barrier(2);
      onIntentCreated = waitForBoth;
      const headers = { "idempotency-key": `asked-at-once-${round}` };
      const replies = await Promise.all(
        [app, other].map((node) => ask(node, "stripe/create-payment-intent", { body, headers })),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect(replies[1]!.payload).toEqual(replies[0]!.payload);
    }
  });
});

describe("an intent that is recorded too late", () => {
  test("an intent is cancelled if its hold ended before it was recorded, and the other payments start", async () => {
    const sale = await openSale();
    const [ended, good] = [await placeTestOrder(app, ...sale), await unpaidOrder(sale)];
    onIntentCreated = async (description) => {
      if (!description.endsWith(ended.order.orderNumber)) return;
      const { registrationId, accessKey } = ended;
      const released = await app.ask("registration/releaseHold", { body: { registrationId, accessKey } });
      expect(released.status).toBe(200);
    };
    const { accessKey, order: placed } = ended;
    const headers = { "idempotency-key": "came-too-late" };
    const late = ask(app, "stripe/create-payment-intent", {
      body: { orderId: placed.id, accessKey },
      headers,
    });
    const [refusal, reply] = await Promise.all([
      late,
      ask(app, "stripe/create-payment-intent", { body: good }),
    ]);
    expect([refusal.code, reply.status]).toEqual(["holdExpired", 200]);
    expect(await paymentsOf(placed.id)).toMatchObject([{ state: "cancelled", provider_ref: null }]);
    const intents = app.stripe
      .book()
      .intents.filter(({ description }) => description?.endsWith(placed.orderNumber));
    expect(intents.map(({ status }) => status)).toEqual(["canceled"]);
  });

  test("an intent is cancelled if another one was recorded first, and the reply has the recorded intent", async () => {
    const body = await unpaidOrder(await openSale());
    let attempt = 0;
    onIntentCreated = async () => {
      if (++attempt > 1) return;
      // A day later Stripe has forgotten the key.
      app.stripe.forgetKeys();
      await ask(other, "stripe/create-payment-intent", { body });
    };
    const intentsBefore = app.stripe.book().intents.length;
    const headers = { "idempotency-key": "came-second" };
    const reply = await ask(app, "stripe/create-payment-intent", { body, headers });
    const [late, recorded] = app.stripe.book().intents.slice(intentsBefore);
    expect(reply.payload.paymentIntentId).toBe(recorded!.id);
    expect([late!.status, recorded!.status]).toEqual(["canceled", "requires_payment_method"]);
    const again = await ask(app, "stripe/create-payment-intent", { body, headers });
    expect(again.payload).toEqual(reply.payload);
  });
});
