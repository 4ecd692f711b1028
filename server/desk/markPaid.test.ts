import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyOf } from "../../contract/all.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import { sweep } from "../checkout/sweep.ts";
import { auditCounters } from "../holds/auditCounters.ts";
import { orderById } from "../orders/rows.ts";
import { paymentByRef } from "../payments/rows.ts";
import { auditFigures } from "../stats/auditFigures.ts";
import { buildEvent, buildExtras, buildPackage, buildTicket, buildUser } from "../testing/builders.ts";
import { hold, placeTestOrder, startTestPayment } from "../testing/buying.ts";
import { addFaults, noFaults } from "../testing/faultyProvider.ts";
import { runDueJobs, runDueRefunds } from "../testing/jobs.ts";
import { type StripeApp, stripeApp } from "../testing/stripeApp.ts";
import { openSession } from "../testing/tokens.ts";

const faults = noFaults();
let app: StripeApp;
beforeAll(async () => {
  app = await stripeApp({ max: 30, wrap: (provider) => addFaults(provider, faults) });
});
afterAll(() => app.close());

async function newSale(maxStock = 10) {
  const { db } = app.database;
  const event = await buildEvent(db, { taxAmount: 10 });
  const ticket = await buildTicket(db, event.id, { price: 2000, maxStock });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  return { eventId: event.id, ticketId: ticket.id, token };
}
type Sale = Awaited<ReturnType<typeof newSale>>;

const markPaid = (
  { token }: Sale,
  body: Partial<BodyOf<"order/markPaid">> & { orderId: number },
  headers?: Record<string, string>,
) =>
  app.ask("order/markPaid", {
    body: { amount: 2200, paidBy: "bankTransfer", note: "Reference 4711", ...body },
    token,
    ...(headers && { headers }),
  });
const historyOf = async ({ token }: Sale, orderId: number) =>
  (await app.ask("order/getHistory", { query: { orderId }, token })).payload;
const minutesPass = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000);
};
async function mailsOf(registrationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from mails
    where key like ${`tickets:${registrationId}:%`}`.execute(app.database.db);
  return rows[0]!.count;
}
async function expectExactCounters() {
  expect(await auditCounters(app.database.db)).toEqual([]);
  expect(await auditFigures(app.database.db)).toEqual([]);
}
const statusAtStripe = (intent: string) => app.stripe.book().intents.find(({ id }) => id === intent)!.status;

describe("an unpaid order that staff mark as paid", () => {
  test("an order marked as paid has tickets, a mail and a history entry, and marking it again changes nothing", async () => {
    const sale = await newSale();
    const {
      order: placed,
      registrationId,
      accessKey,
    } = await placeTestOrder(app, sale.eventId, sale.ticketId);
    const reply = await markPaid(sale, { orderId: placed.id });
    expect(reply).toMatchObject({
      status: 200,
      payload: { paymentStatus: "paid", paidBy: "bankTransfer", paidNote: "Reference 4711", channel: "web" },
    });
    const own = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(own.payload).toMatchObject({
      registration: { state: "active" },
      order: { paymentStatus: "paid" },
    });
    expect(await mailsOf(registrationId)).toBe(1);
    expect((await historyOf(sale, placed.id)).history).toContainEqual(
      expect.objectContaining({ action: "paidByHand", by: "Mia Keller", note: "Reference 4711" }),
    );
    const again = await markPaid(sale, { orderId: placed.id });
    expect([again.status, again.msg]).toEqual([200, expect.stringContaining("before")]);
    expect((await markPaid(sale, { orderId: placed.id, paidBy: "cash" })).code).toBe("alreadyPaid");
    const { history } = await historyOf(sale, placed.id);
    expect(history.filter(({ action }) => action === "paidByHand")).toHaveLength(1);
    await expectExactCounters();
  });

  test("an order is marked as paid once by twenty concurrent requests with the same key", async () => {
    const sale = await newSale();
    const { order: placed, registrationId } = await placeTestOrder(app, sale.eventId, sale.ticketId);
    const key = { "idempotency-key": "by-hand-0001" };
    const all = await Promise.all(
      Array.from({ length: 20 }, () => markPaid(sale, { orderId: placed.id }, key)),
    );
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(await mailsOf(registrationId)).toBe(1);
    await expectExactCounters();
  });

  test("an order that is marked as paid after its hold ended gets its places again if they are free", async () => {
    const sale = await newSale(1);
    const { order: placed, registrationId } = await placeTestOrder(app, sale.eventId, sale.ticketId);
    minutesPass(20);
    await app.checkout.sweep();
    expect((await markPaid(sale, { orderId: placed.id })).payload).toMatchObject({ paymentStatus: "paid" });
    expect(await mailsOf(registrationId)).toBe(1);
    await expectExactCounters();
  });

  test("an order cannot be marked as paid after its hold ended if its places are taken, and nothing is written", async () => {
    const sale = await newSale(1);
    const { order: placed, registrationId } = await placeTestOrder(app, sale.eventId, sale.ticketId);
    minutesPass(20);
    await app.checkout.sweep();
    await hold(app, sale.eventId, sale.ticketId);
    const before = await orderById(app.database.db, placed.id);
    expect(await markPaid(sale, { orderId: placed.id })).toMatchObject({ status: 409, code: "soldOut" });
    expect(await orderById(app.database.db, placed.id)).toEqual(before);
    expect(await mailsOf(registrationId)).toBe(0);
    expect((await historyOf(sale, placed.id)).history.map(({ action }) => action)).not.toContain(
      "paidByHand",
    );
    await expectExactCounters();
  });

  test.each([
    [{ amount: 2199 }, 409, "amountMismatch"],
    [{ amount: -1 }, 400, "invalidInput"],
    [{ amount: 22.5 }, 400, "invalidInput"],
    [{ paidBy: "cardTerminal" }, 400, "invalidInput"],
    [{ note: "x".repeat(501) }, 400, "invalidInput"],
  ])("marking an order as paid is refused with %o, and nothing is written", async (wrong, status, code) => {
    const sale = await newSale();
    const { order: placed } = await placeTestOrder(app, sale.eventId, sale.ticketId);
    const before = await orderById(app.database.db, placed.id);
    const body = { orderId: placed.id, ...wrong } as { orderId: number };
    expect(await markPaid(sale, body)).toMatchObject({ status, code });
    expect(await orderById(app.database.db, placed.id)).toEqual(before);
  });

  test("an order of a cancelled event cannot be marked as paid", async () => {
    const sale = await newSale();
    const { order: placed } = await placeTestOrder(app, sale.eventId, sale.ticketId);
    await app.ask("event/cancel", { body: { eventId: sale.eventId }, token: sale.token });
    expect((await markPaid(sale, { orderId: placed.id })).code).toBe("salesClosed");
  });

  test("a refund of an order that was paid by hand is complete immediately", async () => {
    const sale = await newSale();
    const { order: placed, registrationId } = await placeTestOrder(app, sale.eventId, sale.ticketId);
    await markPaid(sale, { orderId: placed.id, paidBy: "cash" });
    const reply = await app.ask("order/refund", {
      body: { orderId: placed.id, amount: 700 },
      token: sale.token,
    });
    expect(reply.payload).toMatchObject({ refundedAmount: 700, refundDue: 0, paymentStatus: "paid" });
    const cancelled = await app.ask("registration/updateStatus", {
      body: { id: registrationId, status: false },
      token: sale.token,
    });
    expect(cancelled.payload).toMatchObject({ state: "cancelled" });
    expect(await orderById(app.database.db, placed.id)).toMatchObject({
      payment_status: "refunded",
      refunded_amount: 2200,
    });
    await expectExactCounters();
  });

  test("a registration that was paid by hand is cancelled only after its paid later extras are refunded", async () => {
    const sale = await newSale();
    const { eventId, ticketId, token } = sale;
    const extras = await buildExtras(app.database.db, eventId, { price: 1000 });
    const { order: placed, registrationId, accessKey } = await placeTestOrder(app, eventId, ticketId);
    await markPaid(sale, { orderId: placed.id, paidBy: "cash" });
    const bought = await app.ask("extras/purchaseExtras", {
      body: { registrationId, accessKey, extras: [{ extrasId: extras.id, quantity: 1 }] },
    });
    const { paymentIntentId, order: later } = bought.payload;
    app.stripe.deliver.drop = 1;
    app.stripe.pay(paymentIntentId!);
    await app.ask("stripe/confirm-payment", { body: { paymentIntentId: paymentIntentId!, accessKey } });
    expect(await orderById(app.database.db, later.id)).toMatchObject({ payment_status: "paid" });
    const cancel = () =>
      app.ask("registration/updateStatus", { body: { id: registrationId, status: false }, token });
    expect(await cancel()).toMatchObject({ status: 409, code: "inUse" });
    await app.ask("order/refund", { body: { orderId: later.id }, token });
    await runDueJobs(app);
    expect((await cancel()).payload).toMatchObject({ state: "cancelled" });
    await expectExactCounters();
  });

  test("an order of extras, a package or a donation is marked as paid in the same way", async () => {
    const sale = await newSale();
    const { db } = app.database;
    const extras = await buildExtras(db, sale.eventId, { price: 1000, maxStock: 1 });
    const { eventId, token } = sale;
    const gold = await buildPackage(db, eventId, { price: 50_000, availableCount: 1 });
    const own = await placeTestOrder(app, eventId, sale.ticketId);
    await markPaid(sale, { orderId: own.order.id });
    const proof = { registrationId: own.registrationId, accessKey: own.accessKey };
    const more = await app.ask("extras/purchaseExtras", {
      body: { ...proof, extras: [{ extrasId: extras.id, quantity: 1 }] },
    });
    const sponsorData = { firstName: "Ada", email: "ada@example.org" };
    const gift = { eventId, packageId: gold.id, sponsorData };
    const sponsored = (await app.ask("sponsorship/create", { body: gift })).payload.sponsorship;
    const donated = (await app.ask("sponsorship/create", { body: { eventId, amount: 5000, sponsorData } }))
      .payload.sponsorship;
    const orderOf = async (id: number) =>
      (await app.ask("sponsorship/getSponsorshipById", { query: { sponsorshipId: id }, token })).payload
        .orderId!;
    minutesPass(20);
    await app.checkout.sweep();
    for (const [orderId, amount, kind] of [
      [more.payload.order.id, 1100, "extras"],
      [await orderOf(sponsored.id), 50_000, "sponsorship"],
      [await orderOf(donated.id), 5000, "sponsorship"],
    ] as const) {
      expect((await markPaid(sale, { orderId, amount })).payload).toMatchObject({ paymentStatus: "paid" });
      const { rows } =
        await sql`select 1 from mails where key = ${`receipt:${orderId}`} and kind = ${kind}`.execute(db);
      expect(rows).toHaveLength(1);
    }
    expect((await app.ask("sponsorship/create", { body: gift })).code).toBe("soldOut");
    const orderId = await orderOf(sponsored.id);
    expect((await app.ask("order/refund", { body: { orderId }, token })).payload).toMatchObject({
      paymentStatus: "refunded",
    });
    expect((await app.ask("sponsorship/create", { body: gift })).status).toBe(200);
    await expectExactCounters();
  });
});

describe("a card payment of an order that staff mark as paid", () => {
  test("a card payment that waits for the buyer is cancelled when staff mark its order as paid, and the buyer gets the active registration", async () => {
    const sale = await newSale();
    const started = await startTestPayment(app, sale.eventId, sale.ticketId);
    expect((await markPaid(sale, { orderId: started.order.id })).status).toBe(200);
    expect(statusAtStripe(started.paymentIntentId)).toBe("canceled");
    const { paymentIntentId, accessKey } = started;
    const reply = await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
    expect(reply.payload).toMatchObject({ processed: true, registration: { state: "active" } });
    await expectExactCounters();
  });

  test("a card payment that has succeeded is settled, and staff cannot mark its order as paid again", async () => {
    const sale = await newSale();
    const started = await startTestPayment(app, sale.eventId, sale.ticketId);
    app.stripe.deliver.drop = 1;
    app.stripe.pay(started.paymentIntentId);
    expect((await markPaid(sale, { orderId: started.order.id })).code).toBe("alreadyPaid");
    expect(await orderById(app.database.db, started.order.id)).toMatchObject({
      payment_status: "paid",
      paid_by: null,
    });
    await expectExactCounters();
  });

  test("a card payment that succeeds after staff marked its order as paid is a case, and is refunded in full with a mail", async () => {
    const sale = await newSale();
    const started = await startTestPayment(app, sale.eventId, sale.ticketId);
    const { id: orderId } = started.order;
    faults.pretendsToCancel = true;
    expect((await markPaid(sale, { orderId })).status).toBe(200);
    faults.pretendsToCancel = false;
    app.stripe.deliver.drop = 0;
    app.stripe.pay(started.paymentIntentId);
    await app.stripe.settled();
    expect((await historyOf(sale, orderId)).order.attention).toMatchObject([
      { kind: "double", isGivenBack: false, money: { amount: 2200, currency: "eur" } },
    ]);
    const closing = { query: { eventId: sale.eventId }, token: sale.token };
    expect((await app.ask("event/getClosing", closing)).payload.open.withoutSale).toEqual({
      count: 1,
      amount: 2200,
    });
    await runDueRefunds(app);
    await app.stripe.settled();
    const refunds = app.stripe.book().refunds.filter(({ intentId }) => intentId === started.paymentIntentId);
    expect(refunds.map(({ amount }) => amount)).toEqual([2200]);
    const { order: stored, history } = await historyOf(sale, orderId);
    expect(stored).toMatchObject({ paymentStatus: "paid", paidBy: "bankTransfer", refundedAmount: 0 });
    expect(stored.attention).toMatchObject([{ kind: "double", isGivenBack: true }]);
    expect(history.map(({ action }) => action)).toContain("paidTwice");
    const payment = (await paymentByRef(app.database.db, "stripe", started.paymentIntentId))!;
    const { rows } = await sql`select recipient from mails where key = ${`refund:${payment.id}`}`.execute(
      app.database.db,
    );
    expect(rows).toEqual([{ recipient: "mia@example.org" }]);
    await expectExactCounters();
  });

  test("the refund of a second payment is mailed even if its webhook arrives before Foyer has requested it", async () => {
    const sale = await newSale();
    const started = await startTestPayment(app, sale.eventId, sale.ticketId);
    faults.pretendsToCancel = true;
    expect((await markPaid(sale, { orderId: started.order.id })).status).toBe(200);
    faults.pretendsToCancel = false;
    app.stripe.deliver.drop = 0;
    app.stripe.pay(started.paymentIntentId);
    await app.stripe.settled();
    app.stripe.refundInDashboard(started.paymentIntentId);
    await app.stripe.settled();
    await runDueRefunds(app);
    const payment = (await paymentByRef(app.database.db, "stripe", started.paymentIntentId))!;
    expect(payment).toMatchObject({ state: "refunded", owed_back: "double" });
    const { rows } = await sql`select recipient from mails where key = ${`refund:${payment.id}`}`.execute(
      app.database.db,
    );
    expect(rows).toEqual([{ recipient: "mia@example.org" }]);
    await expectExactCounters();
  });

  test("a card payment is cancelled by the sweeper if the provider did not answer when staff marked the order", async () => {
    const sale = await newSale();
    const started = await startTestPayment(app, sale.eventId, sale.ticketId);
    faults.next = "down";
    expect((await markPaid(sale, { orderId: started.order.id })).status).toBe(200);
    expect(statusAtStripe(started.paymentIntentId)).toBe("requires_payment_method");
    await sweep(app.database.db, app.services.provider, new Date(Date.now() + 10 * 60_000));
    expect(statusAtStripe(started.paymentIntentId)).toBe("canceled");
    await expectExactCounters();
  });
});
