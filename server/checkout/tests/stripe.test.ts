import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { endHolds } from "../../holds/move.ts";
import { ProviderRefused } from "../../payments/provider.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { hold, placeTestOrder, startTestPayment } from "../../testing/buying.ts";
import { databaseContents } from "../../testing/contents.ts";
import { signBody } from "../../testing/fakeStripe/webhooks.ts";
import { runDueRefunds, waitingJobs } from "../../testing/jobs.ts";
import { outcomeOf } from "../../testing/outcome.ts";
import { type StripeApp, stripeApp } from "../../testing/stripeApp.ts";

let app: StripeApp;
let refusesRefunds = false;
beforeAll(async () => {
  app = await stripeApp({
    wrap: (provider) => ({
      ...provider,
      refund: (request) =>
        refusesRefunds
          ? Promise.reject(new ProviderRefused("refund_failed", "This charge cannot be refunded."))
          : provider.refund(request),
    }),
  });
});
afterAll(() => app.close());
beforeEach(() => {
  Object.assign(app.stripe.deliver, { copies: 1, shuffle: false, drop: 0, isPaused: false });
});

async function unpaidPurchase(maxStock = 5) {
  const event = await buildEvent(app.database.db);
  const ticket = await buildTicket(app.database.db, event.id, { maxStock });
  const purchase = await startTestPayment(app, event.id, ticket.id);
  return { ...purchase, eventId: event.id, ticketId: ticket.id, intent: purchase.paymentIntentId };
}

const minutesPass = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000);
};

const soldOutcome = {
  registration: "active",
  order: "paid",
  payment: "succeeded",
  refunded: 0,
  ticketMails: 1,
  lateRefundMails: 0,
};
const refundedOutcome = {
  registration: "expired",
  order: "refunded",
  payment: "refunded",
  refunded: 2500,
  ticketMails: 0,
  lateRefundMails: 1,
};
const refundJobOf = async (intent: string) => {
  const { id } = await app.database.db
    .selectFrom("payments")
    .select("id")
    .where("provider_ref", "=", intent)
    .executeTakeFirstOrThrow();
  return `refund:${id}`;
};
const refundsOf = (intent: string) =>
  app.stripe.book().refunds.filter((refund) => refund.intentId === intent);

describe("a payment made in the browser", () => {
  test("a browser payment is settled by the webhook alone", async () => {
    const { registrationId, accessKey, intent } = await unpaidPurchase();
    app.stripe.pay(intent);
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toEqual(soldOutcome);
    const shown = await app.ask("stripe/get-registration-from-payment", {
      query: { paymentIntentId: intent, accessKey },
    });
    expect(shown.payload).toMatchObject({ processed: true, order: { paymentStatus: "paid" } });
    expect(shown.payload.attendees[0]?.qrText).toContain(`"r":${registrationId}`);
  });

  test("a browser payment is settled once by repeated and shuffled deliveries, each answered with 200", async () => {
    const { registrationId, intent } = await unpaidPurchase();
    Object.assign(app.stripe.deliver, { copies: 5, shuffle: true });
    app.stripe.decline(intent);
    app.stripe.pay(intent);
    await app.stripe.settled();
    expect(app.stripe.deliveries().filter(({ status }) => status !== 200)).toEqual([]);
    expect(await outcomeOf(app, registrationId)).toEqual(soldOutcome);
  });

  test("a browser payment is settled by the sweeper when every delivery was lost", async () => {
    const { registrationId, intent } = await unpaidPurchase();
    app.stripe.deliver.drop = 1;
    app.stripe.pay(intent);
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toMatchObject({ registration: "pending", order: "pending" });
    minutesPass(3);
    expect(await app.checkout.sweep()).toMatchObject({ settled: 1 });
    expect(await outcomeOf(app, registrationId)).toEqual(soldOutcome);
  });

  test("a browser payment is settled when the buyer's page asks before any delivery arrives", async () => {
    const { registrationId, accessKey, intent } = await unpaidPurchase();
    app.stripe.deliver.isPaused = true;
    app.stripe.pay(intent);
    const confirmed = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId: intent, accessKey },
    });
    expect(confirmed.payload).toMatchObject({ processed: true, registration: { state: "active" } });
    app.stripe.releaseWebhooks();
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toEqual(soldOutcome);
  });

  test("a declined card is answered with the reason, and the places stay held for another card", async () => {
    const { registrationId, accessKey, intent } = await unpaidPurchase();
    app.stripe.decline(intent, { card: "4000000000009995" });
    const declined = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId: intent, accessKey },
    });
    expect(declined).toMatchObject({
      status: 402,
      code: "paymentFailed",
      msg: "Your card has insufficient funds. Try another card.",
      payload: { declineCode: "insufficient_funds" },
    });
    app.stripe.pay(intent);
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toEqual(soldOutcome);
  });

  test("with Stripe, a request with a card number is refused", async () => {
    const { accessKey, intent } = await unpaidPurchase();
    const card = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" };
    const reply = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId: intent, accessKey, card },
    });
    expect(reply).toMatchObject({ status: 400, code: "invalidInput" });
    expect(reply.msg).toContain("card");
  });
});

describe("a delivery", () => {
  test("a delivery that arrives before the reply of the call that created the intent settles nothing and breaks nothing", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id);
    const ordered = await placeTestOrder(app, event.id, ticket.id);
    // The first reply is lost. The SDK repeats the call and finds the intent.
    app.stripe.timeoutNextButDoIt(1, { path: "/v1/payment_intents" });
    const before = app.stripe.deliveries().length;
    const started = await app.ask("stripe/create-payment-intent", {
      body: { orderId: ordered.order.id, accessKey: ordered.accessKey },
    });
    await app.stripe.settled();
    expect(app.stripe.deliveries().slice(before)).toMatchObject([
      { type: "payment_intent.created", status: 200 },
    ]);
    app.stripe.pay(started.payload.paymentIntentId);
    await app.stripe.settled();
    expect(await outcomeOf(app, ordered.registrationId)).toEqual(soldOutcome);
  });

  test("a delivery about an intent of the Stripe account that Foyer did not create is answered with 200, and stores no payment", async () => {
    const before = await countRows();
    const response = await fetch(`${app.stripe.url}/v1/payment_intents`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_foyer" },
      body: new URLSearchParams({ amount: "9900", currency: "eur" }),
    });
    const { id } = (await response.json()) as { id: string };
    app.stripe.pay(id);
    await app.stripe.settled();
    expect(
      app.stripe
        .deliveries()
        .slice(-3)
        .map(({ status }) => status),
    ).toEqual([200, 200, 200]);
    expect(await countRows()).toEqual(before);
  });

  test("a delivery about an intent of Foyer whose payment is not stored, such as after a restored backup, becomes a case", async () => {
    const response = await fetch(`${app.stripe.url}/v1/payment_intents`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_foyer" },
      body: new URLSearchParams({ amount: "9900", currency: "eur", "metadata[foyerPaymentId]": "987654321" }),
    });
    const { id } = (await response.json()) as { id: string };
    app.stripe.deliver.copies = 3;
    app.stripe.pay(id);
    await app.stripe.settled();
    const cases = await app.database.db
      .selectFrom("payments")
      .selectAll()
      .where("provider_ref", "=", id)
      .execute();
    expect(cases).toMatchObject([{ state: "needs_attention", amount: 9900 }]);
  });

  test("a delivery about an intent that neither Stripe nor Foyer knows is answered with 200, so it is not resent for three days", async () => {
    const before = await countRows();
    const object = { object: "payment_intent", id: "pi_of_another_account" };
    const body = JSON.stringify({ id: "evt_stray", type: "payment_intent.succeeded", data: { object } });
    const response = await app.http.inject({
      method: "POST",
      url: "/api/stripe/webhook",
      payload: body,
      headers: { "stripe-signature": signBody(body, app.stripe.webhookSecret, app.time.now) },
    });
    expect(response.statusCode).toBe(200);
    expect(await countRows()).toEqual(before);
  });

  test("a delivery with a wrong amount creates a case for staff and no ticket, and the places are released when the hold ends", async () => {
    const { intent, registrationId, eventId, ticketId } = await unpaidPurchase(1);
    await sql`update payments set amount = 9999 where provider_ref = ${intent}`.execute(app.database.db);
    app.stripe.pay(intent);
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      registration: "pending",
      payment: "needs_attention",
      ticketMails: 0,
    });
    minutesPass(16);
    await app.checkout.sweep();
    expect(await outcomeOf(app, registrationId)).toMatchObject({ registration: "expired", ticketMails: 0 });
    expect((await hold(app, eventId, ticketId)).registration.state).toBe("held");
  });

  test("a delivery with a wrong currency creates a case for staff and no ticket", async () => {
    const { intent, registrationId } = await unpaidPurchase();
    await sql`update payments set currency = 'thb' where provider_ref = ${intent}`.execute(app.database.db);
    app.stripe.pay(intent);
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      registration: "pending",
      payment: "needs_attention",
      ticketMails: 0,
    });
  });

  test("a delivery that is unsigned, wrongly signed, altered or too old is refused, and nothing is stored", async () => {
    const { intent } = await unpaidPurchase();
    app.stripe.deliver.drop = 1;
    app.stripe.pay(intent);
    const event = app.stripe.book().events.at(-1)!;
    const body = JSON.stringify(event, null, 2);
    const good = signBody(body, app.stripe.webhookSecret, app.time.now);
    const oldSignature = signBody(body, app.stripe.webhookSecret, new Date(app.time.now.getTime() - 301_000));
    const before = await databaseContents(app.database.db);
    const tries: [string, Record<string, string>][] = [
      [body, {}],
      [body, { "stripe-signature": signBody(body, "whsec_other", app.time.now) }],
      [body, { "stripe-signature": oldSignature }],
      [`${body} `, { "stripe-signature": good }],
      [JSON.stringify(JSON.parse(body)), { "stripe-signature": good }],
      ["", { "stripe-signature": good }],
    ];
    for (const [payload, headers] of tries) {
      const response = await app.http.inject({
        method: "POST",
        url: "/api/stripe/webhook",
        payload,
        headers: { ...headers, "content-type": "application/json" },
      });
      expect([response.statusCode, response.json().code]).toEqual([400, "invalidInput"]);
    }
    expect(await databaseContents(app.database.db)).toEqual(before);
  });
});

describe("a payment that arrives after the hold has ended", () => {
  async function latePurchase(maxStock: number) {
    const purchase = await unpaidPurchase(maxStock);
    const payment = app.database.db.updateTable("payments").where("provider_ref", "=", purchase.intent);
    app.stripe.deliver.isPaused = true;
    // Without a sweep, which would cancel the intent first.
    await payment.set({ state: "cancelled" }).execute();
    minutesPass(16);
    await inTransaction(app.database.db, (tx) =>
      endHolds(tx, [purchase.registrationId], { to: "expired", endedBefore: null, actor: "user:1" }),
    );
    return purchase;
  }
  const pay = async (intent: string) => {
    app.stripe.pay(intent);
    app.stripe.deliver.isPaused = false;
    app.stripe.releaseWebhooks();
    await app.stripe.settled();
  };

  test("a late payment buys the same places if they are still free", async () => {
    const { registrationId, intent } = await latePurchase(1);
    await pay(intent);
    expect(await outcomeOf(app, registrationId)).toEqual(soldOutcome);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("a late payment is refunded in full, once and with a mail, when somebody else has the places", async () => {
    const { registrationId, intent, eventId, ticketId } = await latePurchase(1);
    await hold(app, eventId, ticketId);
    await pay(intent);
    expect(await outcomeOf(app, registrationId)).toMatchObject({ order: "failed", payment: "refund_due" });
    expect(await waitingJobs(app)).toContain(await refundJobOf(intent));
    await runDueRefunds(app);
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toEqual(refundedOutcome);
    await app.checkout.sweep();
    expect(refundsOf(intent)).toMatchObject([{ amount: 2500, status: "succeeded" }]);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("a late payment is refunded once when no reply to the refund request arrives", async () => {
    const { registrationId, intent, eventId, ticketId } = await latePurchase(1);
    await hold(app, eventId, ticketId);
    await pay(intent);
    app.stripe.deliver.drop = 1;
    app.stripe.timeoutNextButDoIt(2, { path: "/v1/refunds" });
    await runDueRefunds(app);
    expect(await outcomeOf(app, registrationId)).toMatchObject({ order: "failed", payment: "refund_due" });
    // A day later Stripe has forgotten the key.
    app.stripe.forgetKeys();
    minutesPass(3);
    expect(await app.checkout.sweep()).toMatchObject({ refunded: 1 });
    expect(await outcomeOf(app, registrationId)).toEqual(refundedOutcome);
    expect(refundsOf(intent)).toHaveLength(1);
  });

  test("a late payment's refund is mailed also when it is known only from Stripe's delivery", async () => {
    const { registrationId, intent, eventId, ticketId } = await latePurchase(1);
    await hold(app, eventId, ticketId);
    await pay(intent);
    app.stripe.timeoutNextButDoIt(2, { path: "/v1/refunds" });
    await runDueRefunds(app);
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toEqual(refundedOutcome);
    expect(refundsOf(intent)).toHaveLength(1);
  });

  test("a late payment becomes a case for staff when Stripe refuses the refund", async () => {
    const { registrationId, intent, eventId, ticketId } = await latePurchase(1);
    await hold(app, eventId, ticketId);
    await pay(intent);
    refusesRefunds = true;
    await runDueRefunds(app);
    refusesRefunds = false;
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      payment: "needs_attention",
      order: "failed",
    });
    expect(await waitingJobs(app)).not.toContain(await refundJobOf(intent));
  });
});

describe("while Stripe does not answer", () => {
  test("while Stripe is down, a payment cannot start (503 busy), the hold stays, and a retry makes one intent", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id);
    const { order: placed, accessKey, registrationId } = await placeTestOrder(app, event.id, ticket.id);
    const start = () => app.ask("stripe/create-payment-intent", { body: { orderId: placed.id, accessKey } });
    const before = app.stripe.book().intents.length;
    app.stripe.down(true);
    const refused = await start();
    app.stripe.down(false);
    expect(refused).toMatchObject({ status: 503, code: "busy" });
    expect(refused.headers["retry-after"]).toBeDefined();
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      registration: "pending",
      payment: "created",
    });
    expect((await start()).status).toBe(200);
    expect(app.stripe.book().intents.length).toBe(before + 1);
  });

  test("an intent whose reply was lost is found again and not created twice", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id);
    const { order: placed, accessKey } = await placeTestOrder(app, event.id, ticket.id);
    const start = () => app.ask("stripe/create-payment-intent", { body: { orderId: placed.id, accessKey } });
    const before = app.stripe.book().intents.length;
    app.stripe.deliver.drop = 1;
    app.stripe.timeoutNextButDoIt(2, { path: "/v1/payment_intents" });
    expect(await start()).toMatchObject({ status: 503, code: "busy" });
    const [one, two] = await Promise.all([start(), start()]);
    expect(one.payload.paymentIntentId).toBe(two.payload.paymentIntentId);
    expect(app.stripe.book().intents.length).toBe(before + 1);
  });

  test("free registrations and new holds work while Stripe is down", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id);
    const free = await buildTicket(app.database.db, event.id, { price: 0 });
    app.stripe.down(true);
    expect((await hold(app, event.id, ticket.id)).registration.state).toBe("held");
    expect((await placeTestOrder(app, event.id, free.id)).order.paymentStatus).toBe("free");
    app.stripe.down(false);
  });
});

async function countRows(): Promise<Record<string, number>> {
  const tables = ["payments", "orders", "registrations", "mails", "audit_log"] as const;
  const counts = await Promise.all(
    tables.map((table) =>
      app.database.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as("rows"))
        .executeTakeFirstOrThrow(),
    ),
  );
  return Object.fromEntries(tables.map((table, index) => [table, Number(counts[index]!.rows)]));
}
