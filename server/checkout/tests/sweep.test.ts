import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { endHolds, type SelectSpared } from "../../holds/move.ts";
import { orderById } from "../../orders/rows.ts";
import type { PaymentProvider } from "../../payments/provider.ts";
import { removeRegistration } from "../../people/remove.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { hold, order, startedPayment } from "../../testing/buying.ts";
import { workOffRefunds } from "../../testing/jobs.ts";
import { outcomeOf } from "../../testing/outcome.ts";
import { type StripeApp, stripeApp } from "../../testing/stripeApp.ts";

/** Hooks of a test between the server and Stripe, called before each request. */
let before: Partial<Record<keyof PaymentProvider, (ref: string) => Promise<void> | void>> = {};
let app: StripeApp;
beforeAll(async () => {
  app = await stripeApp({
    wrap: (provider) => ({
      ...provider,
      createIntent: async (request) => {
        await before.createIntent?.(request.description);
        return provider.createIntent(request);
      },
      retrieve: async (ref) => {
        await before.retrieve?.(ref);
        return provider.retrieve(ref);
      },
      cancel: async (ref) => {
        await before.cancel?.(ref);
        return provider.cancel(ref);
      },
    }),
  });
});
afterAll(() => app.close());
beforeEach(() => {
  before = {};
});

const aDay = 24 * 60;
const minutesPass = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000);
};

async function onSale(maxStock = 1) {
  const event = await buildEvent(app.database.db);
  const ticket = await buildTicket(app.database.db, event.id, { maxStock });
  return [event.id, ticket.id] as const;
}

const intentStatus = (intent: string) => app.stripe.book().intents.find(({ id }) => id === intent)?.status;

describe("a hold whose time is over while it is being paid", () => {
  test("keeps its places until the intent is cancelled at the provider", async () => {
    const { registrationId, paymentIntentId } = await startedPayment(app, ...(await onSale()));
    const states: string[] = [];
    before.cancel = async () => {
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

  test("is left alone while the provider is down, and others are not", async () => {
    const [eventId, ticketId] = await onSale(2);
    const paying = await startedPayment(app, eventId, ticketId);
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

  test("is kept longer while the bank decides, and becomes tickets when it says yes", async () => {
    const { registrationId, paymentIntentId, accessKey } = await startedPayment(app, ...(await onSale()));
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

  test("is kept longer while the bank decides, and ends when it says no", async () => {
    const { registrationId, paymentIntentId } = await startedPayment(app, ...(await onSale()));
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

  test("becomes tickets when the buyer pays between the sweeper's question and its cancelling", async () => {
    const { registrationId, paymentIntentId } = await startedPayment(app, ...(await onSale()));
    app.stripe.deliver.hold = true;
    before.cancel = (ref) => void app.stripe.pay(ref);
    minutesPass(16);
    await app.checkout.sweep();
    expect(await outcomeOf(app, registrationId)).toMatchObject({ registration: "active", order: "paid" });
    app.stripe.deliver.hold = false;
    app.stripe.releaseWebhooks();
    await app.stripe.settled();
    expect(intentStatus(paymentIntentId)).toBe("succeeded");
    expect(await outcomeOf(app, registrationId)).toMatchObject({ refunded: 0, ticketMails: 1 });
  });

  test("is kept for a day when the key's account does not have the intent, for it may be a wrong key, and ends then", async () => {
    const { registrationId, paymentIntentId } = await startedPayment(app, ...(await onSale()));
    await sql`update payments set provider_ref = 'pi_of_another_account' where provider_ref = ${paymentIntentId}`.execute(
      app.database.db,
    );
    minutesPass(16);
    expect(await app.checkout.sweep()).toMatchObject({ ended: 0 });
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      registration: "pending",
      payment: "pending",
    });
    minutesPass(aDay);
    await app.checkout.sweep();
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      registration: "expired",
      payment: "cancelled",
    });
  });

  test("and whose registration staff delete then, is paid back when its money comes all the same", async () => {
    const [eventId, ticketId] = await onSale();
    const { db } = app.database;
    const { registrationId, order: placed, paymentIntentId } = await startedPayment(app, eventId, ticketId);
    const knownAs = (ref: string) =>
      db.updateTable("payments").set({ provider_ref: ref }).where("order_id", "=", placed.id).execute();
    await knownAs("pi_that_nobody_knows");
    minutesPass(16 + aDay);
    await app.checkout.sweep();
    await knownAs(paymentIntentId);
    const removal = { actor: "user:1", force: false, now: app.time.now };
    await removeRegistration(db, app.services.provider, { registrationId, eventId }, removal);

    app.stripe.pay(paymentIntentId);
    await app.stripe.settled();
    expect(await auditCounters(db)).toEqual([]);
    await workOffRefunds(app);
    expect(await orderById(db, placed.id)).toMatchObject({
      payment_status: "refunded",
      refunded_amount: placed.totalAmount,
    });
    expect(await auditCounters(db)).toEqual([]);
  });

  test("keeps no other from its turn when something is wrong with it", async () => {
    const [eventId, ticketId] = await onSale(2);
    const wrong = await startedPayment(app, eventId, ticketId);
    const right = await startedPayment(app, eventId, ticketId);
    before.retrieve = (ref) => {
      if (ref === wrong.paymentIntentId) throw new TypeError("a defect");
    };
    minutesPass(16);
    await expect(app.checkout.sweep()).rejects.toThrow("steps of a sweep failed");
    expect(await outcomeOf(app, wrong.registrationId)).toMatchObject({ registration: "pending" });
    expect(await outcomeOf(app, right.registrationId)).toMatchObject({ registration: "expired" });
    before = {};
    await app.checkout.sweep();
  });

  test("does not keep the next buyer waiting for a slow provider", async () => {
    const [eventId, ticketId] = await onSale(1);
    await startedPayment(app, eventId, ticketId);
    minutesPass(16);
    const request = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    before.retrieve = () => {
      request.resolve();
      return answer.promise;
    };
    const sweeping = app.checkout.sweep();
    await request.promise;
    const next = await app.ask("registration/initRegistration", {
      body: { eventId, tickets: [{ ticketId, quantity: 1 }] },
    });
    expect(next).toMatchObject({ status: 409, code: "soldOut" });
    answer.resolve();
    await sweeping;
    expect((await hold(app, eventId, ticketId)).registration.state).toBe("held");
  });
});

describe("a buyer who gives the places back", () => {
  test("cannot while the bank decides about the money, and finds them paid afterwards", async () => {
    const { registrationId, accessKey, paymentIntentId } = await startedPayment(app, ...(await onSale()));
    const release = () => app.ask("registration/releaseHold", { body: { registrationId, accessKey } });
    app.stripe.startProcessing(paymentIntentId);
    expect(await release()).toMatchObject({ status: 503, code: "busy" });
    app.stripe.finishProcessing(paymentIntentId, "succeeded");
    expect(await release()).toMatchObject({ status: 409, code: "alreadyPaid" });
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toMatchObject({ registration: "active", ticketMails: 1 });
  });

  test("can no longer be charged", async () => {
    const { registrationId, accessKey, paymentIntentId } = await startedPayment(app, ...(await onSale()));
    await app.ask("registration/releaseHold", { body: { registrationId, accessKey } });
    expect(intentStatus(paymentIntentId)).toBe("canceled");
    const late = await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
    expect(late).toMatchObject({ status: 409, code: "holdExpired" });
  });

  test("while the intent is being made, gets none to pay", async () => {
    const { registrationId, accessKey, order: placed } = await order(app, ...(await onSale()));
    before.createIntent = async () => {
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

test("two intents made at once for one payment, of an event renamed in between, are one to pay", async () => {
  const [eventId, ticketId] = await onSale();
  const { accessKey, order: placed } = await order(app, eventId, ticketId);
  const start = () => app.ask("stripe/create-payment-intent", { body: { orderId: placed.id, accessKey } });
  let second: ReturnType<typeof start> | undefined;
  before.createIntent = async (description) => {
    if (description.startsWith("Renamed gala")) return;
    await sql`update events set name = 'Renamed gala' where id = ${eventId}`.execute(app.database.db);
    second = start();
    await second;
  };
  const first = await start();
  expect(first.payload.paymentIntentId).toBe((await second)?.payload.paymentIntentId);
  const made = app.stripe.book().intents.slice(-2);
  expect(made.map(({ status }) => status).sort()).toEqual(["canceled", "requires_payment_method"]);
  expect(intentStatus(first.payload.paymentIntentId)).toBe("requires_payment_method");
});

describe("a payment that may still come in", () => {
  const end = { to: "expired", endedBefore: null, actor: "sweeper" } as const;
  const endNow = async (registrationId: number, spare?: SelectSpared) =>
    (await inTransaction(app.database.db, (tx) => endHolds(tx, [registrationId], end, spare))).length;

  test("keeps its hold from ending, whoever ends it", async () => {
    const { registrationId } = await startedPayment(app, ...(await onSale()));
    expect(await endNow(registrationId)).toBe(0);
    expect(await outcomeOf(app, registrationId)).toMatchObject({ registration: "pending" });
  });

  test("control: without that look its hold ends, and an open intent is left behind", async () => {
    const { registrationId, paymentIntentId } = await startedPayment(app, ...(await onSale()));
    expect(await endNow(registrationId, async () => new Set())).toBe(1);
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      registration: "expired",
      payment: "pending",
    });
    expect(intentStatus(paymentIntentId)).toBe("requires_payment_method");
  });
});
