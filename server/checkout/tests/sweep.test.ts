import { PostgresQueryCompiler, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { endHolds, type SelectSpared } from "../../holds/move.ts";
import { orderById } from "../../orders/rows.ts";
import type { PaymentProvider } from "../../payments/provider.ts";
import { removeRegistration } from "../../people/remove.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { hold, placeTestOrder, startTestPayment } from "../../testing/buying.ts";
import { runDueRefunds } from "../../testing/jobs.ts";
import { outcomeOf } from "../../testing/outcome.ts";
import { type StripeApp, stripeApp } from "../../testing/stripeApp.ts";
import { sweep } from "../sweep.ts";

/** Run before the provider's function of the same name. */
let hooks: Partial<Record<keyof PaymentProvider, (ref: string) => Promise<void> | void>> = {};
let app: StripeApp;
beforeAll(async () => {
  app = await stripeApp({
    wrap: (provider) => ({
      ...provider,
      createIntent: async (request) => {
        await hooks.createIntent?.(request.description);
        return provider.createIntent(request);
      },
      retrieve: async (ref) => {
        await hooks.retrieve?.(ref);
        return provider.retrieve(ref);
      },
      cancel: async (ref) => {
        await hooks.cancel?.(ref);
        return provider.cancel(ref);
      },
    }),
  });
});
afterAll(() => app.close());
beforeEach(() => {
  hooks = {};
});

const dayInMinutes = 24 * 60;
const minutesPass = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000);
};

async function openSale(maxStock = 1) {
  const event = await buildEvent(app.database.db);
  const ticket = await buildTicket(app.database.db, event.id, { maxStock });
  return [event.id, ticket.id] as const;
}

const intentStatus = (intent: string) => app.stripe.book().intents.find(({ id }) => id === intent)?.status;

describe("a hold that expires during payment", () => {
  test("a hold that expires during payment keeps its places until the provider cancels the intent", async () => {
    const { registrationId, paymentIntentId } = await startTestPayment(app, ...(await openSale()));
    const states: string[] = [];
    hooks.cancel = async () => {
      states.push((await outcomeOf(app, registrationId)).registration);
    };
    minutesPass(16);
    await app.checkout.sweep();
    expect(states).toEqual(["pending"]);
    expect(intentStatus(paymentIntentId)).toBe("canceled");
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      registration: "expired",
      payment: "cancelled",
    });
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("a hold that expires during payment stays while the provider is down, and other holds end", async () => {
    const [eventId, ticketId] = await openSale(2);
    const paying = await startTestPayment(app, eventId, ticketId);
    const free = await hold(app, eventId, ticketId);
    minutesPass(16);
    app.stripe.down(true);
    const swept = await app.checkout.sweep();
    app.stripe.down(false);
    expect(swept.postponed).toBeGreaterThan(0);
    expect(await outcomeOf(app, free.registration.id)).toMatchObject({ registration: "expired" });
    expect(await outcomeOf(app, paying.registrationId)).toMatchObject({ registration: "pending" });
    await app.checkout.sweep();
    expect(await outcomeOf(app, paying.registrationId)).toMatchObject({ registration: "expired" });
  });

  test("a hold is extended while the bank decides, and becomes tickets when the payment succeeds", async () => {
    const { registrationId, paymentIntentId, accessKey } = await startTestPayment(app, ...(await openSale()));
    app.stripe.startProcessing(paymentIntentId);
    for (let round = 1; round <= 3; round++) {
      minutesPass(16);
      await app.checkout.sweep();
      const shown = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
      expect(Date.parse(shown.payload.registration.expiresAt!)).toBe(app.time.now.getTime() + 120_000);
      expect(await outcomeOf(app, registrationId)).toMatchObject({
        registration: "pending",
        payment: "processing",
      });
    }
    app.stripe.finishProcessing(paymentIntentId, "succeeded");
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toMatchObject({ registration: "active", order: "paid" });
  });

  test("a hold is extended while the bank decides, and ends when the payment fails", async () => {
    const { registrationId, paymentIntentId } = await startTestPayment(app, ...(await openSale()));
    app.stripe.startProcessing(paymentIntentId);
    minutesPass(16);
    await app.checkout.sweep();
    app.stripe.finishProcessing(paymentIntentId, "failed");
    await app.stripe.settled();
    minutesPass(3);
    await app.checkout.sweep();
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      registration: "expired",
      payment: "cancelled",
    });
    expect(intentStatus(paymentIntentId)).toBe("canceled");
  });

  test("a hold becomes tickets when the buyer pays just before the sweeper cancels the intent", async () => {
    const { registrationId, paymentIntentId } = await startTestPayment(app, ...(await openSale()));
    app.stripe.deliver.isPaused = true;
    hooks.cancel = (ref) => void app.stripe.pay(ref);
    minutesPass(16);
    await app.checkout.sweep();
    expect(await outcomeOf(app, registrationId)).toMatchObject({ registration: "active", order: "paid" });
    app.stripe.deliver.isPaused = false;
    app.stripe.releaseWebhooks();
    await app.stripe.settled();
    expect(intentStatus(paymentIntentId)).toBe("succeeded");
    expect(await outcomeOf(app, registrationId)).toMatchObject({ refunded: 0, ticketMails: 1 });
  });

  test("a hold whose intent is unknown to Stripe ends only after a day, because the API key may be wrong", async () => {
    const { registrationId, paymentIntentId } = await startTestPayment(app, ...(await openSale()));
    await sql`update payments set provider_ref = 'pi_of_another_account' where provider_ref = ${paymentIntentId}`.execute(
      app.database.db,
    );
    minutesPass(16);
    expect(await app.checkout.sweep()).toMatchObject({ ended: 0 });
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      registration: "pending",
      payment: "pending",
    });
    minutesPass(dayInMinutes);
    await app.checkout.sweep();
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      registration: "expired",
      payment: "cancelled",
    });
  });

  test("a late payment is refunded when its hold has ended and staff have deleted the registration", async () => {
    const [eventId, ticketId] = await openSale();
    const { db } = app.database;
    const { registrationId, order: placed, paymentIntentId } = await startTestPayment(app, eventId, ticketId);
    const setProviderRef = (ref: string) =>
      db.updateTable("payments").set({ provider_ref: ref }).where("order_id", "=", placed.id).execute();
    // The sweep cannot cancel an intent that the provider does not know.
    await setProviderRef("pi_that_nobody_knows");
    minutesPass(16 + dayInMinutes);
    await app.checkout.sweep();
    await setProviderRef(paymentIntentId);
    const removal = { actor: "user:1", force: false, now: app.time.now };
    await removeRegistration(db, app.services.provider, { registrationId, eventId }, removal);

    app.stripe.pay(paymentIntentId);
    await app.stripe.settled();
    expect(await auditCounters(db)).toEqual([]);
    await runDueRefunds(app);
    expect(await orderById(db, placed.id)).toMatchObject({
      payment_status: "refunded",
      refunded_amount: placed.totalAmount,
    });
    expect(await auditCounters(db)).toEqual([]);
  });

  test("a hold whose payment cannot be checked does not stop the sweep of the other holds", async () => {
    const [eventId, ticketId] = await openSale(2);
    const failing = await startTestPayment(app, eventId, ticketId);
    const normal = await startTestPayment(app, eventId, ticketId);
    hooks.retrieve = (ref) => {
      if (ref === failing.paymentIntentId) throw new TypeError("a defect");
    };
    minutesPass(16);
    await expect(app.checkout.sweep()).rejects.toThrow("steps of a sweep failed");
    expect(await outcomeOf(app, failing.registrationId)).toMatchObject({ registration: "pending" });
    expect(await outcomeOf(app, normal.registrationId)).toMatchObject({ registration: "expired" });
    hooks = {};
    await app.checkout.sweep();
  });

  test("a sweep that waits for a slow provider does not delay the next buyer", async () => {
    const [eventId, ticketId] = await openSale(1);
    await startTestPayment(app, eventId, ticketId);
    minutesPass(16);
    const requested = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    hooks.retrieve = () => {
      requested.resolve();
      return answer.promise;
    };
    const sweeping = app.checkout.sweep();
    await requested.promise;
    const next = await app.ask("registration/initRegistration", {
      body: { eventId, tickets: [{ ticketId, quantity: 1 }] },
    });
    expect(next).toMatchObject({ status: 409, code: "soldOut" });
    answer.resolve();
    await sweeping;
    expect((await hold(app, eventId, ticketId)).registration.state).toBe("held");
  });
});

test("a query of a sweep that fails stops no other step, and each failure is reported", async () => {
  const failing = app.database.db.withPlugin({
    transformQuery({ node, queryId }) {
      throw new Error(new PostgresQueryCompiler().compileQuery(node, queryId).sql);
    },
    transformResult: async ({ result }) => result,
  });
  const error: unknown = await sweep(failing, app.services.provider, app.time.now).catch((one) => one);
  expect(error).toBeInstanceOf(AggregateError);
  const queries = (error as AggregateError).errors.map((one: Error) => one.message);
  const parts = [
    '"payment_id" is null',
    '"payment_id" is not null',
    'from "orders"',
    'from "payments"',
    'from "refunds"',
    "waiting_entries",
    'update "idempotency_keys"',
  ];
  expect(queries).toEqual(parts.map((part) => expect.stringContaining(part)));
});

describe("a buyer who releases the places", () => {
  test("a buyer cannot release places while the bank decides, nor after the payment has succeeded", async () => {
    const { registrationId, accessKey, paymentIntentId } = await startTestPayment(app, ...(await openSale()));
    const release = () => app.ask("registration/releaseHold", { body: { registrationId, accessKey } });
    app.stripe.startProcessing(paymentIntentId);
    expect(await release()).toMatchObject({ status: 503, code: "busy" });
    app.stripe.finishProcessing(paymentIntentId, "succeeded");
    expect(await release()).toMatchObject({ status: 409, code: "alreadyPaid" });
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toMatchObject({ registration: "active", ticketMails: 1 });
  });

  test("a buyer who has released the places can no longer be charged", async () => {
    const { registrationId, accessKey, paymentIntentId } = await startTestPayment(app, ...(await openSale()));
    await app.ask("registration/releaseHold", { body: { registrationId, accessKey } });
    expect(intentStatus(paymentIntentId)).toBe("canceled");
    const late = await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
    expect(late).toMatchObject({ status: 409, code: "holdExpired" });
  });

  test("a buyer who releases the places while the intent is being created gets no intent to pay", async () => {
    const { registrationId, accessKey, order: placed } = await placeTestOrder(app, ...(await openSale()));
    hooks.createIntent = async () => {
      const released = await app.ask("registration/releaseHold", { body: { registrationId, accessKey } });
      expect(released.payload.registration.state).toBe("cancelled");
    };
    const started = await app.ask("stripe/create-payment-intent", {
      body: { orderId: placed.id, accessKey },
    });
    expect(started).toMatchObject({ status: 409, code: "holdExpired" });
    expect(app.stripe.book().intents.at(-1)?.status).toBe("canceled");
  });
});

test("two intents created for one payment while its event is renamed leave one intent to pay", async () => {
  const [eventId, ticketId] = await openSale();
  const { accessKey, order: placed } = await placeTestOrder(app, eventId, ticketId);
  const start = () => app.ask("stripe/create-payment-intent", { body: { orderId: placed.id, accessKey } });
  let second: ReturnType<typeof start> | undefined;
  hooks.createIntent = async (description) => {
    if (description.startsWith("Renamed gala")) return;
    await sql`update events set name = 'Renamed gala' where id = ${eventId}`.execute(app.database.db);
    second = start();
    await second;
  };
  const first = await start();
  expect(first.payload.paymentIntentId).toBe((await second)?.payload.paymentIntentId);
  const intents = app.stripe.book().intents.slice(-2);
  expect(intents.map(({ status }) => status).sort()).toEqual(["canceled", "requires_payment_method"]);
  expect(intentStatus(first.payload.paymentIntentId)).toBe("requires_payment_method");
});

describe("a payment that may still succeed", () => {
  const end = { to: "expired", endedBefore: null, actor: "sweeper" } as const;
  const endNow = async (registrationId: number, spare?: SelectSpared) =>
    (await inTransaction(app.database.db, (tx) => endHolds(tx, [registrationId], end, spare))).length;

  test("a payment that may still succeed keeps its hold from ending", async () => {
    const { registrationId } = await startTestPayment(app, ...(await openSale()));
    expect(await endNow(registrationId)).toBe(0);
    expect(await outcomeOf(app, registrationId)).toMatchObject({ registration: "pending" });
  });

  test("control: without the check of the payment, its hold ends and an open intent remains", async () => {
    const { registrationId, paymentIntentId } = await startTestPayment(app, ...(await openSale()));
    expect(await endNow(registrationId, async () => new Set())).toBe(1);
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      registration: "expired",
      payment: "pending",
    });
    expect(intentStatus(paymentIntentId)).toBe("requires_payment_method");
  });
});
