import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { endHolds } from "../../holds/move.ts";
import { ProviderRefused } from "../../payments/provider.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { hold, order, startedPayment } from "../../testing/buying.ts";
import { signed } from "../../testing/fakeStripe/webhooks.ts";
import { waitingJobs, workOffRefunds } from "../../testing/jobs.ts";
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
  Object.assign(app.stripe.deliver, { copies: 1, shuffle: false, drop: 0, hold: false });
});

/** An unpaid purchase of one ticket. */
async function toPay(maxStock = 5) {
  const event = await buildEvent(app.database.db);
  const ticket = await buildTicket(app.database.db, event.id, { maxStock });
  const bought = await startedPayment(app, event.id, ticket.id);
  return { ...bought, eventId: event.id, ticketId: ticket.id, intent: bought.paymentIntentId };
}

const minutesPass = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000);
};

const settledOnce = {
  registration: "active",
  order: "paid",
  payment: "succeeded",
  refunded: 0,
  ticketMails: 1,
  refundMails: 0,
};
const givenBack = {
  registration: "expired",
  order: "refunded",
  payment: "refunded",
  refunded: 2500,
  ticketMails: 0,
  refundMails: 1,
};
/** The key of the job that refunds an intent. */
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
  test("is settled by the webhook alone", async () => {
    const { registrationId, accessKey, intent } = await toPay();
    app.stripe.pay(intent);
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toEqual(settledOnce);
    const shown = await app.ask("stripe/get-registration-from-payment", {
      query: { paymentIntentId: intent, accessKey },
    });
    expect(shown.payload).toMatchObject({ processed: true, order: { paymentStatus: "paid" } });
    expect(shown.payload.attendees[0]?.qrText).toContain(`"r":${registrationId}`);
  });

  test("is settled once by deliveries that come doubled and shuffled, each answered with 200", async () => {
    const { registrationId, intent } = await toPay();
    Object.assign(app.stripe.deliver, { copies: 5, shuffle: true });
    app.stripe.decline(intent);
    app.stripe.pay(intent);
    await app.stripe.settled();
    expect(app.stripe.deliveries().filter(({ status }) => status !== 200)).toEqual([]);
    expect(await outcomeOf(app, registrationId)).toEqual(settledOnce);
  });

  test("is settled by the sweeper when every delivery was lost", async () => {
    const { registrationId, intent } = await toPay();
    app.stripe.deliver.drop = 1;
    app.stripe.pay(intent);
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toMatchObject({ registration: "pending", order: "pending" });
    minutesPass(3);
    expect(await app.checkout.sweep()).toMatchObject({ settled: 1 });
    expect(await outcomeOf(app, registrationId)).toEqual(settledOnce);
  });

  test("is settled when the buyer's page asks, before any delivery", async () => {
    const { registrationId, accessKey, intent } = await toPay();
    app.stripe.deliver.hold = true;
    app.stripe.pay(intent);
    const confirmed = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId: intent, accessKey },
    });
    expect(confirmed.payload).toMatchObject({ processed: true, registration: { state: "active" } });
    app.stripe.releaseWebhooks();
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toEqual(settledOnce);
  });

  test("says why a card was declined, and keeps the places for another one", async () => {
    const { registrationId, accessKey, intent } = await toPay();
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
    expect(await outcomeOf(app, registrationId)).toEqual(settledOnce);
  });

  test("does not take a card's number from anybody", async () => {
    const { accessKey, intent } = await toPay();
    const card = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" };
    const reply = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId: intent, accessKey, card },
    });
    expect(reply).toMatchObject({ status: 400, code: "invalidInput" });
    expect(reply.msg).toContain("card");
  });
});

describe("a delivery", () => {
  test("that comes before the reply of the call that made the intent settles nothing and breaks nothing", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id);
    const ordered = await order(app, event.id, ticket.id);
    // The intent is made and delivered, but the reply is lost. The retry of the SDK finds it.
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
    expect(await outcomeOf(app, ordered.registrationId)).toEqual(settledOnce);
  });

  test("about somebody else's intent of the same account is taken and left alone", async () => {
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

  test("about an intent of ours that no payment knows, such as after a restored backup, is kept as a case", async () => {
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

  test("about an intent that Stripe itself does not know is taken, so that it is not sent for three days", async () => {
    const before = await countRows();
    const object = { object: "payment_intent", id: "pi_of_another_account" };
    const body = JSON.stringify({ id: "evt_stray", type: "payment_intent.succeeded", data: { object } });
    const response = await app.http.inject({
      method: "POST",
      url: "/api/stripe/webhook",
      payload: body,
      headers: { "stripe-signature": signed(body, app.stripe.webhookSecret, app.time.now) },
    });
    expect(response.statusCode).toBe(200);
    expect(await countRows()).toEqual(before);
  });

  test("of another amount than was due brings no ticket, but a case for staff, and the places come back", async () => {
    const { intent, registrationId, eventId, ticketId } = await toPay(1);
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

  test("of another currency brings no ticket, but a case for staff", async () => {
    const { intent, registrationId } = await toPay();
    await sql`update payments set currency = 'thb' where provider_ref = ${intent}`.execute(app.database.db);
    app.stripe.pay(intent);
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      registration: "pending",
      payment: "needs_attention",
      ticketMails: 0,
    });
  });

  test("without a signature, with another's, altered or too old is refused, and nothing is kept", async () => {
    const { intent } = await toPay();
    app.stripe.deliver.drop = 1;
    app.stripe.pay(intent);
    const event = app.stripe.book().events.at(-1)!;
    const body = JSON.stringify(event, null, 2);
    const good = signed(body, app.stripe.webhookSecret, app.time.now);
    const old = signed(body, app.stripe.webhookSecret, new Date(app.time.now.getTime() - 301_000));
    const before = await countRows();
    const tries: [string, Record<string, string>][] = [
      [body, {}],
      [body, { "stripe-signature": signed(body, "whsec_other", app.time.now) }],
      [body, { "stripe-signature": old }],
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
    expect(await countRows()).toEqual(before);
  });
});

describe("money that comes after the hold has ended", () => {
  /** A purchase whose hold ended while the bank took its time, so that its intent could not be cancelled. */
  async function lateMoney(maxStock: number) {
    const bought = await toPay(maxStock);
    const payment = app.database.db.updateTable("payments").where("provider_ref", "=", bought.intent);
    app.stripe.deliver.hold = true;
    // As if somebody had ended the hold by hand, because the sweeper would ask the provider first.
    await payment.set({ state: "cancelled" }).execute();
    minutesPass(16);
    await inTransaction(app.database.db, (tx) =>
      endHolds(tx, [bought.registrationId], { to: "expired", endedBefore: null, actor: "user:1" }),
    );
    return bought;
  }
  const pay = async (intent: string) => {
    app.stripe.pay(intent);
    app.stripe.deliver.hold = false;
    app.stripe.releaseWebhooks();
    await app.stripe.settled();
  };

  test("takes the same places again while they are free", async () => {
    const { registrationId, intent } = await lateMoney(1);
    await pay(intent);
    expect(await outcomeOf(app, registrationId)).toEqual(settledOnce);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("is given back in full, once and with a mail, when somebody else has the places", async () => {
    const { registrationId, intent, eventId, ticketId } = await lateMoney(1);
    await hold(app, eventId, ticketId);
    await pay(intent);
    expect(await outcomeOf(app, registrationId)).toMatchObject({ order: "failed", payment: "refund_due" });
    expect(await waitingJobs(app)).toContain(await refundJobOf(intent));
    await workOffRefunds(app);
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toEqual(givenBack);
    await app.checkout.sweep();
    expect(refundsOf(intent)).toMatchObject([{ amount: 2500, status: "succeeded" }]);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("is given back once when the reply to the refund was lost for good", async () => {
    const { registrationId, intent, eventId, ticketId } = await lateMoney(1);
    await hold(app, eventId, ticketId);
    await pay(intent);
    app.stripe.deliver.drop = 1;
    app.stripe.timeoutNextButDoIt(2, { path: "/v1/refunds" });
    await workOffRefunds(app);
    expect(await outcomeOf(app, registrationId)).toMatchObject({ order: "failed", payment: "refund_due" });
    // A day later Stripe has forgotten the key of that request.
    app.stripe.forgetKeys();
    minutesPass(3);
    expect(await app.checkout.sweep()).toMatchObject({ refunded: 1 });
    expect(await outcomeOf(app, registrationId)).toEqual(givenBack);
    expect(refundsOf(intent)).toHaveLength(1);
  });

  test("is told to the buyer also when Stripe's delivery about the refund is quicker than its reply", async () => {
    const { registrationId, intent, eventId, ticketId } = await lateMoney(1);
    await hold(app, eventId, ticketId);
    await pay(intent);
    // Both replies are lost. The refund is only known from the delivery.
    app.stripe.timeoutNextButDoIt(2, { path: "/v1/refunds" });
    await workOffRefunds(app);
    await app.stripe.settled();
    expect(await outcomeOf(app, registrationId)).toEqual(givenBack);
    expect(refundsOf(intent)).toHaveLength(1);
  });

  test("is a case for staff when Stripe refuses to give it back", async () => {
    const { registrationId, intent, eventId, ticketId } = await lateMoney(1);
    await hold(app, eventId, ticketId);
    await pay(intent);
    refusesRefunds = true;
    await workOffRefunds(app);
    refusesRefunds = false;
    expect(await outcomeOf(app, registrationId)).toMatchObject({
      payment: "needs_attention",
      order: "failed",
    });
    expect(await waitingJobs(app)).not.toContain(await refundJobOf(intent));
  });
});

describe("while Stripe does not answer", () => {
  test("a payment cannot begin (503 busy), the hold stays, and trying again makes one intent", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id);
    const { order: placed, accessKey, registrationId } = await order(app, event.id, ticket.id);
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

  test("an intent that was made while its reply was lost for good is found again, not made twice", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id);
    const { order: placed, accessKey } = await order(app, event.id, ticket.id);
    const start = () => app.ask("stripe/create-payment-intent", { body: { orderId: placed.id, accessKey } });
    const before = app.stripe.book().intents.length;
    app.stripe.deliver.drop = 1;
    app.stripe.timeoutNextButDoIt(2, { path: "/v1/payment_intents" });
    expect(await start()).toMatchObject({ status: 503, code: "busy" });
    const [one, two] = await Promise.all([start(), start()]);
    expect(one.payload.paymentIntentId).toBe(two.payload.paymentIntentId);
    expect(app.stripe.book().intents.length).toBe(before + 1);
  });

  test("free registrations and new holds go on", async () => {
    const event = await buildEvent(app.database.db);
    const ticket = await buildTicket(app.database.db, event.id);
    const free = await buildTicket(app.database.db, event.id, { price: 0 });
    app.stripe.down(true);
    expect((await hold(app, event.id, ticket.id)).registration.state).toBe("held");
    expect((await order(app, event.id, free.id)).order.paymentStatus).toBe("free");
    app.stripe.down(false);
  });
});

/** Row counts of the tables that a delivery may write to, except the stored events. */
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
