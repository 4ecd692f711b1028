import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AppWithCheckout } from "../../app.ts";
import type { BatchOutcome } from "../../batcher.ts";
import { inTransaction } from "../../db/pool.ts";
import { type OrderWithOwner, ownerOf } from "../../orders/ownerOf.ts";
import { orderById } from "../../orders/rows.ts";
import { markFailed } from "../../payments/payments.ts";
import { ask } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildTicket } from "../../testing/builders.ts";
import { order, startedPayment } from "../../testing/buying.ts";
import { meeting } from "../../testing/meeting.ts";
import { anotherNode, type StripeApp, stripeApp } from "../../testing/stripeApp.ts";
import type { LockOrdersWithOwners } from "../openPayments.ts";
import { type StartRequest, startAll } from "../startPayment.ts";

/** Runs after Stripe made an intent and before its answer arrives. */
let meanwhile: (description: string) => Promise<void> = async () => {};
let app: StripeApp;
let other: AppWithCheckout;
beforeAll(async () => {
  app = await stripeApp({
    max: 30,
    wrap: (provider) => ({
      ...provider,
      createIntent: async (request) => {
        const intent = await provider.createIntent(request);
        await meanwhile(request.description);
        return intent;
      },
    }),
  });
  other = await anotherNode(app);
});
afterAll(() => app.close());
beforeEach(() => {
  meanwhile = async () => {};
});

const db = () => app.database.db;

/** A ticket for 25.00 on sale. */
async function onSale() {
  const event = await buildEvent(db());
  const ticket = await buildTicket(db(), event.id, { maxStock: 50 });
  return [event.id, ticket.id] as const;
}

/** An unpaid order, as the body of the payment call. */
async function unpaid(sale: Awaited<ReturnType<typeof onSale>>): Promise<StartRequest["body"]> {
  const { order: placed, accessKey } = await order(app, ...sale);
  return { orderId: placed.id, accessKey };
}

const starting = (
  body: StartRequest["body"],
  {
    key = null,
    body: bodyHash = "same",
    now = app.time.now,
  }: { key?: string | null; body?: string; now?: Date } = {},
): StartRequest => ({
  body,
  idempotency:
    key === null ? null : { call: "stripe/create-payment-intent", key, bodyHash: Buffer.from(bodyHash) },
  now,
});

const together = (all: readonly StartRequest[], take?: LockOrdersWithOwners) =>
  inTransaction(db(), (tx) => startAll(tx, all, { provider: app.services.provider, ...(take && { take }) }));

type Opened = Awaited<ReturnType<typeof together>>[number] extends BatchOutcome<infer R> ? R : never;

/** The id of the opened payment, the id of the intent, or the code of the refusal. */
const answerOf = (outcome: BatchOutcome<Opened>) => {
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

/** An order whose payment was opened and then refused by the provider. */
async function refused(sale: Awaited<ReturnType<typeof onSale>>) {
  const body = await unpaid(sale);
  await together([starting(body)]);
  const id = await paymentOf(body.orderId);
  await inTransaction(db(), (tx) => markFailed(tx, { id }, "amount_too_small"));
  return body;
}

/** An order whose buyer has the client secret of its intent. */
async function begun(sale: Awaited<ReturnType<typeof onSale>>) {
  const { order: placed, accessKey, paymentIntentId } = await startedPayment(app, ...sale);
  return { body: { orderId: placed.id, accessKey }, paymentIntentId: paymentIntentId! };
}

/** Extras and a donation that were ordered, but whose payment was never requested from the provider. */
async function besides() {
  const event = await buildEvent(db());
  const ticket = await buildTicket(db(), event.id, { price: 0 });
  const extras = await buildExtras(db(), event.id, { price: 500, maxStock: 10 });
  const { registrationId, accessKey } = await order(app, event.id, ticket.id);
  app.stripe.down(true);
  const lost = await app.ask("extras/purchaseExtras", {
    body: { registrationId, accessKey, extras: [{ extrasId: extras.id, quantity: 2 }] },
  });
  app.stripe.down(false);
  expect(lost.code).toBe("busy");
  const bought = await db()
    .selectFrom("orders")
    .select("id")
    .where("registration_id", "=", registrationId)
    .where("purpose", "=", "extras")
    .executeTakeFirstOrThrow();
  const sponsorData = { firstName: "Ada", email: "ada@example.org" };
  const given = await app.ask("sponsorship/create", {
    body: { eventId: event.id, amount: 1500, sponsorData },
  });
  const { sponsorship, accessKey: sponsorKey } = given.payload;
  const donated = await db()
    .selectFrom("sponsorships")
    .select("order_id")
    .where("id", "=", sponsorship.id)
    .executeTakeFirstOrThrow();
  return {
    extras: { orderId: bought.id, accessKey },
    donation: { orderId: donated.order_id!, accessKey: sponsorKey as string },
  };
}

describe("payments that are begun together", () => {
  test("are each answered as if they came alone, whatever the others are", async () => {
    const sale = await onSale();
    const [first, twice, wrongKey, over] = [
      await unpaid(sale),
      await unpaid(sale),
      await unpaid(sale),
      await unpaid(sale),
    ];
    const second = await refused(sale);
    const known = await begun(sale);
    const paid = await begun(sale);
    app.stripe.pay(paid.paymentIntentId);
    await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId: paid.paymentIntentId, accessKey: paid.body.accessKey },
    });
    const { extras, donation } = await besides();
    const late = new Date(app.time.now.getTime() + 3_600_000);
    const request = await paymentOf(extras.orderId);

    const reply = await together([
      starting({ ...wrongKey, accessKey: first.accessKey }),
      starting(first),
      starting(twice),
      starting(paid.body),
      starting(second),
      starting(extras),
      starting(over, { now: late }),
      starting(known.body),
      starting({ orderId: 999_999_999, accessKey: "x" }),
      starting(donation),
      starting(twice),
      starting({ ...donation, accessKey: "x" }),
      starting(donation, { now: late }),
    ]);
    expect(reply.map(answerOf)).toEqual([
      "notFound",
      await paymentOf(first.orderId),
      await paymentOf(twice.orderId),
      "alreadyPaid",
      await paymentOf(second.orderId),
      request,
      "holdExpired",
      known.paymentIntentId,
      "notFound",
      await paymentOf(donation.orderId),
      await paymentOf(twice.orderId),
      "notFound",
      "holdExpired",
    ]);
    const created = { state: "created", currency: "eur", provider: "stripe", provider_ref: null };
    const alone = await unpaid(sale);
    await together([starting(alone)]);
    for (const { orderId } of [first, twice, alone])
      expect(await paymentsOf(orderId)).toMatchObject([{ ...created, amount: 2500 }]);
    expect(await paymentsOf(second.orderId)).toMatchObject([
      { state: "failed" },
      { ...created, amount: 2500 },
    ]);
    expect(await paymentsOf(extras.orderId)).toMatchObject([{ ...created, amount: 1000 }]);
    expect(await paymentsOf(donation.orderId)).toMatchObject([{ ...created, amount: 1500 }]);
    expect(await paymentsOf(known.body.orderId)).toHaveLength(1);
    for (const { orderId } of [wrongKey, over]) expect(await paymentsOf(orderId)).toEqual([]);
  });

  test("say of each that is refused why, and begin the others", async () => {
    const sale = await onSale();
    const [good, wrongKey] = [await unpaid(sale), await unpaid(sale)];
    const again = await refused(sale);
    const bodies = [good, { ...wrongKey, accessKey: good.accessKey }, again, good];
    const reply = await Promise.all(bodies.map((body) => ask(app, "stripe/create-payment-intent", { body })));
    expect(reply.map(({ status, code }) => code ?? status)).toEqual([200, "notFound", 200, 200]);
    expect(reply[3]!.payload).toEqual(reply[0]!.payload);
    expect(await paymentsOf(again.orderId)).toMatchObject([
      { state: "failed" },
      { state: "pending", provider_ref: reply[2]!.payload.paymentIntentId },
    ]);
  });

  test("get one intent an order, however often and wherever it is asked for", async () => {
    const sale = await onSale();
    const orders = await Promise.all(Array.from({ length: 10 }, () => unpaid(sale)));
    const made = app.stripe.book().intents.length;
    const request = orders.flatMap((body, index) =>
      [app, other, app, app].map((node, turn) =>
        ask(node, "stripe/create-payment-intent", {
          body,
          ...(turn < 2 ? { headers: { "idempotency-key": `begun-together-${index}` } } : {}),
        }),
      ),
    );
    const replies = await Promise.all(request);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const intents = replies.map(({ payload }) => payload.paymentIntentId);
    expect(new Set(intents).size).toBe(10);
    for (let index = 0; index < intents.length; index++)
      expect(intents[index]).toBe(intents[index - (index % 4)]);
    expect(app.stripe.book().intents.length - made).toBe(10);
  });

  test("control: without the locks two batches open two payments of one order", async () => {
    const body = await unpaid(await onSale());
    const bothRead = meeting(2);
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
      await bothRead();
      return owned;
    };
    const reply = await Promise.all([1, 2].map(() => together([starting(body)], unlocked)));
    expect(new Set(reply.flat().map(answerOf)).size).toBe(2);
    expect(await paymentsOf(body.orderId)).toHaveLength(2);
  });
});

describe("the Idempotency-Key of a payment", () => {
  test("gives its first reply again, and is refused with another body, in the batch and later", async () => {
    const sale = await onSale();
    const [fresh, known] = [await unpaid(sale), await begun(sale)];
    const one = starting(known.body, { key: "known-twice" });
    const reply = await together([
      one,
      starting(fresh, { key: "fresh-twice" }),
      starting(fresh, { key: "fresh-twice" }),
      starting(fresh, { key: "known-twice", body: "another" }),
    ]);
    const opened = await paymentOf(fresh.orderId);
    expect(reply.map(answerOf)).toEqual([known.paymentIntentId, opened, opened, "idempotencyMismatch"]);
    // The stored reply is returned again after the hold is over.
    const late = new Date(app.time.now.getTime() + 3_600_000);
    const again = await together([
      { ...one, now: late },
      starting(fresh, { key: "known-twice", body: "another" }),
    ]);
    expect(again[0]).toEqual(reply[0]);
    expect(again.map(answerOf)).toEqual([known.paymentIntentId, "idempotencyMismatch"]);
  });

  test("gives the reply of a payment that it began, also when the order is paid by now", async () => {
    const body = await unpaid(await onSale());
    const headers = { "idempotency-key": "begun-and-paid" };
    const began = await app.ask("stripe/create-payment-intent", { body, headers });
    const { paymentIntentId } = began.payload;
    app.stripe.pay(paymentIntentId);
    await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey: body.accessKey } });
    const [again, anew] = await Promise.all([
      ask(app, "stripe/create-payment-intent", { body, headers }),
      ask(app, "stripe/create-payment-intent", { body }),
    ]);
    expect([again.payload, anew.code]).toEqual([began.payload, "alreadyPaid"]);
  });

  test("has one reply when two nodes ask the provider with it at once", async () => {
    const sale = await onSale();
    for (let round = 0; round < 10; round++) {
      const body = await unpaid(sale);
      const bothAsked = meeting(2);
      meanwhile = bothAsked;
      const headers = { "idempotency-key": `asked-at-once-${round}` };
      const reply = await Promise.all(
        [app, other].map((node) => ask(node, "stripe/create-payment-intent", { body, headers })),
      );
      expect(reply.map(({ status }) => status)).toEqual([200, 200]);
      expect(reply[1]!.payload).toEqual(reply[0]!.payload);
    }
  });
});

describe("an intent that came too late", () => {
  test("is cancelled, for the hold has ended meanwhile, and the others go on", async () => {
    const sale = await onSale();
    const [ended, good] = [await order(app, ...sale), await unpaid(sale)];
    meanwhile = async (description) => {
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

  test("is cancelled, and the one that was recorded meanwhile is given", async () => {
    const body = await unpaid(await onSale());
    let attempt = 0;
    meanwhile = async () => {
      if (++attempt > 1) return;
      // A day later Stripe has forgotten the key of this intent, and makes another.
      app.stripe.forgetKeys();
      await ask(other, "stripe/create-payment-intent", { body });
    };
    const made = app.stripe.book().intents.length;
    const headers = { "idempotency-key": "came-second" };
    const reply = await ask(app, "stripe/create-payment-intent", { body, headers });
    const [late, own] = app.stripe.book().intents.slice(made);
    expect(reply.payload.paymentIntentId).toBe(own!.id);
    expect([late!.status, own!.status]).toEqual(["canceled", "requires_payment_method"]);
    const again = await ask(app, "stripe/create-payment-intent", { body, headers });
    expect(again.payload).toEqual(reply.payload);
  });
});
