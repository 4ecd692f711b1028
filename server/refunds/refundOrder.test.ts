import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyOf } from "../../contract/all.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import { makeRefunds } from "../checkout/makeRefunds.ts";
import { auditCounters } from "../holds/auditCounters.ts";
import { eventLetters } from "../letters/eventLetters.ts";
import type { QueuedMail } from "../mail/queuedMail.ts";
import { orderById } from "../orders/rows.ts";
import { type PaymentProvider, ProviderRefused } from "../payments/provider.ts";
import { claimMinutes, RefundInProgress, type WithRefundClaim } from "../payments/refundClaim.ts";
import { auditFigures } from "../stats/auditFigures.ts";
import { buildEvent, buildExtras, buildPackage, buildTicket, buildUser } from "../testing/builders.ts";
import { placeTestOrder, startTestPayment } from "../testing/buying.ts";
import { barrier } from "../testing/meeting.ts";
import { type StripeApp, stripeApp, stripeAt } from "../testing/stripeApp.ts";
import { openSession } from "../testing/tokens.ts";
import { refundOrder } from "./refundOrder.ts";

let app: StripeApp;
beforeAll(async () => {
  app = await stripeApp({ max: 30 });
});
afterAll(() => app.close());

/** A ticket of 20.00 with 10 % tax, and a member of staff. */
async function prepareSale() {
  const { db } = app.database;
  const event = await buildEvent(db, { taxAmount: 10 });
  const ticket = await buildTicket(db, event.id, { price: 2000, maxStock: 10 });
  const { clubId } = event;
  const token = await openSession(db, (await buildUser(db, ADMIN, clubId)).id, app.time.now);
  return { eventId: event.id, ticketId: ticket.id, token };
}
type Sale = Awaited<ReturnType<typeof prepareSale>>;

async function buyPaid({ eventId, ticketId }: Sale, quantity = 2) {
  const payment = await startTestPayment(app, eventId, ticketId, quantity);
  await payAndConfirm(payment.paymentIntentId, payment.accessKey);
  return { ...payment, orderId: payment.order.id };
}
async function payAndConfirm(paymentIntentId: string, accessKey: string) {
  // All webhooks are lost, so that only the confirmation settles the payment.
  app.stripe.deliver.drop = 1;
  app.stripe.pay(paymentIntentId);
  await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
}
const refund = ({ token }: Sale, body: Partial<BodyOf<"order/refund">>) =>
  app.ask("order/refund", { body, token });
const historyOf = async ({ token }: Sale, orderId: number) =>
  (await app.ask("order/getHistory", { query: { orderId }, token })).payload;
const makeRefundsOf = (orderId: number) =>
  makeRefunds(app.database.db, app.services.provider, orderId, { now: app.time.now });
const refundedBy = (intent: string) =>
  app.stripe
    .book()
    .refunds.filter(({ intentId }) => intentId === intent)
    .reduce((sum, { amount }) => sum + amount, 0);
const expectNoDifference = async () => {
  expect(await auditCounters(app.database.db)).toEqual([]);
  expect(await auditFigures(app.database.db)).toEqual([]);
};
const soldOf = async ({ ticketId }: Sale) =>
  (await app.database.db.selectFrom("tickets").select("sold").where("id", "=", ticketId).executeTakeFirst())
    ?.sold;

describe("money refunded by staff", () => {
  test("an order whose prices include the tax costs its prices, and its parts are refunded without tax on top", async () => {
    const { db } = app.database;
    const sale = await prepareSale();
    await db
      .updateTable("events")
      .set({ prices_include_tax: true, tax_amount: 19 })
      .where("id", "=", sale.eventId)
      .execute();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    const { order } = await historyOf(sale, orderId);
    expect(order).toMatchObject({
      pricesIncludeTax: true,
      subtotal: 3361,
      tax: 639,
      totalAmount: 4000,
      taxes: [{ name: "Tax", percent: 19, net: 3361, tax: 639 }],
      items: [{ total: 4000, net: 3361, tax: 639 }],
    });
    await expectNoDifference();
    const items = [{ kind: "ticket" as const, refId: sale.ticketId, quantity: 1 }];
    await refund(sale, { orderId, items, reason: "", cancelTickets: false });
    await makeRefundsOf(orderId);
    expect(refundedBy(paymentIntentId)).toBe(2000);
    const { figures } = (
      await app.ask("event/getClosing", { query: { eventId: sale.eventId }, token: sale.token })
    ).payload;
    expect(figures.sources).toMatchObject([{ net: 3361, tax: 639 }]);
    expect(figures.checks.every(({ one, other }) => one === other)).toBe(true);
    await expectNoDifference();
  });

  test("the history says that an order was paid before its tickets became valid", async () => {
    const sale = await prepareSale();
    const { orderId } = await buyPaid(sale);
    const { history } = await historyOf(sale, orderId);
    expect(history.map(({ action }) => action).slice(-2)).toEqual(["paid", "registration.active"]);
  });

  test("a full refund with cancelled tickets frees the places immediately, refunds the money and mails the buyer", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId, registrationId } = await buyPaid(sale);
    const reply = await refund(sale, { orderId, reason: "Ill", cancelTickets: true });
    expect(reply.payload).toMatchObject({ paymentStatus: "paid", refundDue: 4400, refundedAmount: 0 });
    expect(await soldOf(sale)).toBe(0);
    await expectNoDifference();
    await makeRefundsOf(orderId);
    await makeRefundsOf(orderId);
    expect(refundedBy(paymentIntentId)).toBe(4400);
    const { order: now, refunds, history } = await historyOf(sale, orderId);
    expect(now).toMatchObject({ paymentStatus: "refunded", refundedAmount: 4400, refundDue: 0 });
    expect(refunds).toMatchObject([{ amount: 4400, state: "done", reason: "Ill", by: "Mia Keller" }]);
    expect(history.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["placed", "paid", "refundAsked", "refunded", "registration.cancelled"]),
    );
    const refundEntries = history.filter(({ action }) => action === "refundAsked" || action === "refunded");
    expect(refundEntries.map(({ refundIds }) => refundIds)).toEqual([[refunds[0]!.id], [refunds[0]!.id]]);
    const mails = await app.database.db
      .selectFrom("mails")
      .select("recipient")
      .where("kind", "=", "moneyBack")
      .where("key", "=", `refunded:${refunds[0]!.id}`)
      .execute();
    expect(mails).toEqual([{ recipient: "mia@example.org" }]);
    const state = await app.database.db
      .selectFrom("registrations")
      .select("state")
      .where("id", "=", registrationId)
      .executeTakeFirst();
    expect(state).toEqual({ state: "cancelled" });
    await expectNoDifference();
  });

  test("a refund of one of two tickets includes the tax of that ticket, and can cancel it", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId, registrationId, accessKey } = await buyPaid(sale);
    const { attendees } = (
      await app.ask("registration/getRegistration", { query: { registrationId, accessKey } })
    ).payload;
    const reply = await refund(sale, {
      orderId,
      items: [{ kind: "ticket", refId: sale.ticketId, quantity: 1 }],
      attendeeIds: [attendees[0]!.attendeeId],
    });
    expect(reply.payload).toMatchObject({ refundDue: 2200 });
    await makeRefundsOf(orderId);
    expect(refundedBy(paymentIntentId)).toBe(2200);
    const afterRefund = (
      await app.ask("registration/getRegistration", { query: { registrationId, accessKey } })
    ).payload;
    expect(afterRefund.attendees).toMatchObject([{ attendeeId: attendees[1]!.attendeeId, isPrimary: true }]);
    expect(afterRefund.order).toMatchObject({ paymentStatus: "paid", refundedAmount: 2200 });
    expect(await soldOf(sale)).toBe(1);
    // The cancelled ticket was the buyer's own.
    expect((await historyOf(sale, orderId)).order.buyer.name).toBe("Mia Keller");
    await expectNoDifference();
    const twice = { orderId, items: [{ kind: "ticket" as const, refId: sale.ticketId, quantity: 2 }] };
    expect(await refund(sale, twice)).toMatchObject({
      payload: {
        fields: [{ path: "items.0.quantity", message: "must be at most 1, the number not refunded yet" }],
      },
    });
    const nobody = { orderId, attendeeIds: [] };
    expect(await refund(sale, nobody)).toMatchObject({ payload: { fields: [{ path: "attendeeIds" }] } });
    expect((await historyOf(sale, orderId)).refunds).toHaveLength(1);
    await refund(sale, { orderId, amount: 200 });
    expect(await refund(sale, { orderId, amount: 2001 })).toMatchObject({
      code: "invalidInput",
      payload: { fields: [{ path: "amount", message: "must be at most €20, the amount that is left" }] },
    });
    await makeRefundsOf(orderId);
    expect(refundedBy(paymentIntentId)).toBe(2400);
    await expectNoDifference();
  });

  test("a guest whose ticket is cancelled with a refund is mailed once, and the buyer's mail lists the tickets", async () => {
    const { db } = app.database;
    const sale = await prepareSale();
    const { orderId, registrationId, accessKey } = await buyPaid(sale, 3);
    const { attendees } = (
      await app.ask("registration/getRegistration", { query: { registrationId, accessKey } })
    ).payload;
    const [, leo, lea] = attendees.map(({ attendeeId }) => attendeeId);
    await db
      .updateTable("attendees")
      .set({ first_name: "Leo", last_name: "Lind", email: "leo@example.org" })
      .where("id", "=", leo!)
      .execute();
    await db
      .updateTable("attendees")
      .set({ first_name: "Lea", last_name: "", email: "MIA@example.org" })
      .where("id", "=", lea!)
      .execute();
    const body = { orderId, amount: 4400, attendeeIds: [leo!, lea!], cancelTickets: true };
    await app.ask("order/refund", {
      body,
      token: sale.token,
      headers: { "idempotency-key": "part-refund-1" },
    });
    await app.ask("order/refund", {
      body,
      token: sale.token,
      headers: { "idempotency-key": "part-refund-1" },
    });
    const gone = await db
      .selectFrom("mails")
      .select(["recipient", "payload"])
      .where("kind", "=", "ticketGone")
      .where(sql`(payload ->> 'eventId')::bigint`, "=", sale.eventId)
      .execute();
    expect(gone).toMatchObject([
      { recipient: "leo@example.org", payload: { name: "Leo Lind", why: "cancelled", byOrganiser: true } },
    ]);
    await makeRefundsOf(orderId);
    const mail = await db
      .selectFrom("mails")
      .selectAll()
      .where("kind", "=", "moneyBack")
      .where(sql`(payload ->> 'orderId')::bigint`, "=", orderId)
      .executeTakeFirstOrThrow();
    const { moneyBack } = eventLetters(db, { publicUrl: "https://foyer.example", dataDir: "" });
    const composed = await moneyBack({ ...mail, messageId: "1" } as unknown as QueuedMail<"moneyBack">);
    expect(composed?.text.replaceAll(/\s+/g, " ")).toContain(
      "The tickets of Leo Lind and Lea were cancelled and are no longer valid. All your other tickets stay valid.",
    );
    await expectNoDifference();
  });

  test("a refund in the provider's dashboard is recorded as made by the provider, and reduces what is left", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId, accessKey } = await buyPaid(sale);
    app.stripe.refundInDashboard(paymentIntentId, 1000);
    await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
    const { order: now, refunds } = await historyOf(sale, orderId);
    expect(now).toMatchObject({ paymentStatus: "paid", refundedAmount: 1000 });
    expect(refunds).toMatchObject([{ amount: 1000, state: "done", by: "Stripe" }]);
    await refund(sale, { orderId });
    await makeRefundsOf(orderId);
    expect(refundedBy(paymentIntentId)).toBe(4400);
    expect((await historyOf(sale, orderId)).order).toMatchObject({ paymentStatus: "refunded" });
    await expectNoDifference();
  });

  test("refunds by staff and in the dashboard at the same time are together no more than was paid", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId, accessKey } = await buyPaid(sale);
    app.stripe.refundInDashboard(paymentIntentId, 1000);
    await refund(sale, { orderId, amount: 400 });
    await refund(sale, { orderId });
    await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
    expect((await historyOf(sale, orderId)).order).toMatchObject({ refundedAmount: 1000, refundDue: 3400 });
    await expectNoDifference();
    await makeRefundsOf(orderId);
    expect(refundedBy(paymentIntentId)).toBe(4400);
    expect((await historyOf(sale, orderId)).order).toMatchObject({
      paymentStatus: "refunded",
      refundedAmount: 4400,
      refundDue: 0,
    });
    await expectNoDifference();
  });

  test("a refund that the provider refuses is a case with the reason, and is no longer due", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    await refund(sale, { orderId, amount: 500 });
    const { provider } = app.services;
    const refusing = {
      ...provider,
      name: provider.name,
      refund: () => Promise.reject(new ProviderRefused("charge_disputed", "The charge is disputed.")),
    };
    await makeRefunds(app.database.db, refusing as typeof provider, orderId, { now: app.time.now });
    const { order: now, refunds } = await historyOf(sale, orderId);
    expect(now).toMatchObject({
      refundDue: 0,
      refundedAmount: 0,
      attention: [{ kind: "refundFailed", words: "The charge is disputed." }],
    });
    expect(refunds).toMatchObject([{ state: "failed", failure: "The charge is disputed." }]);
    const listed = await app.ask("order/getOrders", {
      query: { eventId: sale.eventId, needsAttention: true },
      token: sale.token,
    });
    expect(listed.payload.items.map(({ id }) => id)).toEqual([orderId]);
    expect(refundedBy(paymentIntentId)).toBe(0);
    await expectNoDifference();
  });

  test("a refund of an order that is free, unpaid or of another club is refused, but tickets of a free order can be cancelled", async () => {
    const sale = await prepareSale();
    const free = await buildTicket(app.database.db, sale.eventId, { price: 0 });
    const freeOrder = await placeTestOrder(app, sale.eventId, free.id);
    expect(await refund(sale, { orderId: freeOrder.order.id })).toMatchObject({ code: "notActive" });
    const freeGroup = await placeTestOrder(app, sale.eventId, free.id, 2);
    const people = (
      await app.ask("registration/getRegistration", {
        query: { registrationId: freeGroup.registrationId, accessKey: freeGroup.accessKey },
      })
    ).payload.attendees;
    const one = { orderId: freeGroup.order.id, cancelTickets: true, attendeeIds: [people[1]!.attendeeId] };
    expect((await refund(sale, one)).payload).toMatchObject({ paymentStatus: "free" });
    const all = { orderId: freeGroup.order.id, cancelTickets: true };
    expect((await refund(sale, all)).payload).toMatchObject({ paymentStatus: "refunded" });
    const ticketMails = await app.database.db
      .selectFrom("mails")
      .select(["recipient", "payload"])
      .where("kind", "=", "ticketsCancelled")
      .where(sql<string>`payload ->> 'orderId'`, "=", String(freeGroup.order.id))
      .orderBy("id")
      .execute();
    const names = people.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
    expect(ticketMails.map(({ recipient, payload }) => ({ recipient, ...(payload as object) }))).toEqual([
      {
        recipient: "mia@example.org",
        orderId: freeGroup.order.id,
        amount: 0,
        reason: "",
        people: [names[1]],
      },
      {
        recipient: "mia@example.org",
        orderId: freeGroup.order.id,
        amount: 0,
        reason: "",
        people: [names[0]],
      },
    ]);
    const unpaid = await startTestPayment(app, sale.eventId, sale.ticketId);
    expect(await refund(sale, { orderId: unpaid.order.id })).toMatchObject({ code: "notActive" });
    const { orderId } = await buyPaid(await prepareSale());
    expect(await refund(sale, { orderId })).toMatchObject({ code: "notFound" });
    for (const amount of [0, -1, 1.5, 1e12, "1"])
      expect(await refund(sale, { orderId, amount: amount as number })).toMatchObject({ status: 400 });
    const refundRows = await app.database.db
      .selectFrom("refunds")
      .select("id")
      .where("order_id", "in", [freeOrder.order.id, unpaid.order.id, orderId])
      .execute();
    expect(refundRows).toEqual([]);
  });
});

describe("extras that were bought after the tickets", () => {
  const buyLater = async ({ eventId }: Sale, price: number, bought: Awaited<ReturnType<typeof buyPaid>>) => {
    const { registrationId, accessKey } = bought;
    const extras = await buildExtras(app.database.db, eventId, { price });
    const { payload } = await app.ask("extras/purchaseExtras", {
      body: { registrationId, accessKey, extras: [{ extrasId: extras.id, quantity: 1 }] },
    });
    if (payload.paymentIntentId !== null) await payAndConfirm(payload.paymentIntentId, accessKey);
    return { extrasId: extras.id, orderId: payload.order.id };
  };

  test("the last ticket is not cancelled while later extras are paid, but money can be refunded", async () => {
    const sale = await prepareSale();
    const bought = await buyPaid(sale);
    const { orderId } = bought;
    const later = await buyLater(sale, 1500, bought);
    const { attendees } = (
      await app.ask("registration/getRegistration", {
        query: { registrationId: bought.registrationId, accessKey: bought.accessKey },
      })
    ).payload;
    const [first, last] = attendees.map(({ attendeeId }) => attendeeId);
    const refused = {
      status: 409,
      code: "inUse",
      msg: "Extras that were bought later are paid for. Refund them first.",
    };
    expect(await historyOf(sale, orderId)).toMatchObject({ paidLater: true });
    expect(await historyOf(sale, later.orderId)).toMatchObject({ paidLater: false });
    expect(await refund(sale, { orderId, cancelTickets: true })).toMatchObject(refused);
    expect(await refund(sale, { orderId, attendeeIds: [first!, last!] })).toMatchObject(refused);
    expect((await refund(sale, { orderId, amount: 2200, attendeeIds: [first!] })).status).toBe(200);
    expect((await refund(sale, { orderId, amount: 200 })).status).toBe(200);
    expect(await soldOf(sale)).toBe(1);

    // The extras are on sale again before the provider has made their refund.
    await refund(sale, { orderId: later.orderId, cancelTickets: true });
    expect(await historyOf(sale, orderId)).toMatchObject({ paidLater: false });
    await makeRefundsOf(later.orderId);
    expect((await refund(sale, { orderId, cancelTickets: true })).status).toBe(200);
    expect(await soldOf(sale)).toBe(0);
    await expectNoDifference();
  });

  test("the last ticket is cancelled although later extras are paid, if they were handed over", async () => {
    const sale = await prepareSale();
    const bought = await buyPaid(sale);
    const later = await buyLater(sale, 1500, bought);
    await sql`update extras_purchases set handed = '{1}' where order_id = ${later.orderId}`.execute(
      app.database.db,
    );
    expect(await historyOf(sale, bought.orderId)).toMatchObject({ paidLater: false });
    expect((await refund(sale, { orderId: bought.orderId, cancelTickets: true })).status).toBe(200);
    await expectNoDifference();
  });
});

describe("two simultaneous refunds of one order", () => {
  /**
   * Staff refund 5.00. When the job is about to refund it at Stripe, staff refund 3.00 and another job tries to make
   * both. Without `keepsKeys`, Stripe then forgets its idempotency keys. At the end a third job makes the refunds that
   * are left.
   */
  const refundTwice = async ({ alone, keepsKeys }: { alone?: WithRefundClaim; keepsKeys: boolean }) => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    await refund(sale, { orderId, amount: 500 });
    let isFirst = true;
    let second: unknown;
    const slowProvider = stripeAt(app.stripe, app.services.clock, {
      inTurn: async (send, sharedKey) => {
        // Only reading an intent has a shared key, so this is the request for the refund.
        if (sharedKey === undefined && isFirst) {
          isFirst = false;
          await refund(sale, { orderId, amount: 300 });
          second = await make(app.services.provider).catch((error: unknown) => error);
          if (!keepsKeys) app.stripe.forgetKeys();
        }
        return send();
      },
    });
    const make = (provider: PaymentProvider) =>
      makeRefunds(app.database.db, provider, orderId, { now: app.time.now, ...(alone && { alone }) });
    await make(slowProvider);
    await makeRefundsOf(orderId);
    return { sum: refundedBy(paymentIntentId), second, rows: (await historyOf(sale, orderId)).refunds };
  };
  const withoutClaim: WithRefundClaim = (_db, _paymentId, job) => job();
  const expectedRefunds = [
    { amount: 500, state: "done", by: "Mia Keller" },
    { amount: 300, state: "done", by: "Mia Keller" },
  ];

  test("two concurrent refunds of an order are made one after another, with the requested amounts", async () => {
    const { sum, second, rows } = await refundTwice({ keepsKeys: false });
    expect(second).toBeInstanceOf(RefundInProgress);
    expect(sum).toBe(800);
    expect(rows).toMatchObject(expectedRefunds);
    await expectNoDifference();
  });

  test("two simultaneous refund jobs refund no more than requested, because they use the same key at Stripe", async () => {
    const { sum, rows } = await refundTwice({ alone: withoutClaim, keepsKeys: true });
    expect(sum).toBe(800);
    expect(rows).toMatchObject(expectedRefunds);
    await expectNoDifference();
  });

  test("control: without both guards, more is refunded than requested", async () => {
    const { sum } = await refundTwice({ alone: withoutClaim, keepsKeys: false });
    expect(sum).toBe(1300);
  });

  test("a refund job that died does not block further refunds after the claim expires", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    await refund(sale, { orderId, amount: 500 });
    const claimBefore = (minutes: number) =>
      app.database.pool.query(
        "update payments set refunding_since = now() - make_interval(mins => $1) where provider_ref = $2",
        [minutes, paymentIntentId],
      );
    await claimBefore(claimMinutes - 1);
    await expect(makeRefundsOf(orderId)).rejects.toBeInstanceOf(RefundInProgress);
    expect(await app.checkout.sweep()).toMatchObject({ refunded: 0 });
    await claimBefore(claimMinutes + 1);
    await makeRefundsOf(orderId);
    expect(refundedBy(paymentIntentId)).toBe(500);
  });
});

test("a refused refund does not stop a refund that was requested meanwhile, and each refused refund is a case", async () => {
  const sale = await prepareSale();
  const { orderId, paymentIntentId } = await buyPaid(sale);
  await refund(sale, { orderId, amount: 500 });
  await refund(sale, { orderId, amount: 200 });
  const { provider } = app.services;
  let attempt = 0;
  const refusing: PaymentProvider = {
    ...provider,
    refund: async (request) => {
      if (++attempt === 1) await refund(sale, { orderId, amount: 300 });
      if (attempt <= 2) throw new ProviderRefused("balance_insufficient", "The balance is too small.");
      return provider.refund(request);
    },
  };
  await makeRefunds(app.database.db, refusing, orderId, { now: app.time.now });
  expect(refundedBy(paymentIntentId)).toBe(300);
  const { order: now, refunds } = await historyOf(sale, orderId);
  expect(refunds).toMatchObject([
    { amount: 500, state: "failed" },
    { amount: 200, state: "failed" },
    { amount: 300, state: "done" },
  ]);
  const failed = { kind: "refundFailed", words: "The balance is too small." };
  const cases = [
    { ...failed, money: { amount: 200 } },
    { ...failed, money: { amount: 500 } },
  ];
  expect(now).toMatchObject({ refundDue: 0, refundedAmount: 300 });
  expect(now.attention.toSorted((a, b) => a.money!.amount - b.money!.amount)).toMatchObject(cases);
  await refund(sale, { orderId, amount: 700 });
  await makeRefundsOf(orderId);
  expect(refundedBy(paymentIntentId)).toBe(1000);
  expect((await historyOf(sale, orderId)).order.attention).toEqual([]);
  await expectNoDifference();
});

describe("extras and packages", () => {
  test("a full refund of extras or a package puts them on sale again, and the buyer no longer sees the extras", async () => {
    const sale = await prepareSale();
    const { db } = app.database;
    const extras = await buildExtras(db, sale.eventId, { price: 1000, maxStock: 1 });
    const gold = await buildPackage(db, sale.eventId, { availableCount: 1 });
    const { registrationId, accessKey } = await buyPaid(sale, 1);
    const purchaseBody = { registrationId, accessKey, extras: [{ extrasId: extras.id, quantity: 1 }] };
    const purchase = (await app.ask("extras/purchaseExtras", { body: purchaseBody })).payload;
    await payAndConfirm(purchase.paymentIntentId!, accessKey);
    const sponsorData = { firstName: "Ada", email: "ada@example.org" };
    const packageBody = { eventId: sale.eventId, packageId: gold.id, sponsorData };
    const sponsorshipReply = (await app.ask("sponsorship/create", { body: packageBody })).payload;
    const key = { sponsorshipId: sponsorshipReply.sponsorship.id, accessKey: sponsorshipReply.accessKey };
    const intent = (await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: key })).payload;
    await payAndConfirm(intent.paymentIntentId, sponsorshipReply.accessKey);
    const placed = await db
      .selectFrom("sponsorships")
      .select("order_id")
      .where("id", "=", sponsorshipReply.sponsorship.id)
      .executeTakeFirstOrThrow();

    const part = { orderId: purchase.order.id, amount: 100, cancelTickets: true };
    expect(await refund(sale, part)).toMatchObject({ payload: { fields: [{ path: "cancelTickets" }] } });
    for (const orderId of [purchase.order.id, placed.order_id!]) {
      expect(await refund(sale, { orderId })).toMatchObject({ status: 200 });
      await makeRefundsOf(orderId);
      expect(await orderById(db, orderId)).toMatchObject({ payment_status: "refunded", keeps: "nothing" });
    }
    expect(await app.ask("extras/purchaseExtras", { body: purchaseBody })).toMatchObject({ status: 200 });
    expect(await app.ask("sponsorship/create", { body: packageBody })).toMatchObject({ status: 200 });
    const query = { registrationId, accessKey };
    expect((await app.ask("registration/getRegistration", { query })).payload.extrasPurchases).toEqual([]);
    await expectNoDifference();
  });

  test("extras that are refunded piece by piece are refunded in full, without a rest from rounding", async () => {
    const sale = await prepareSale();
    const { db } = app.database;
    await db.updateTable("events").set({ tax_amount: 7.25 }).where("id", "=", sale.eventId).execute();
    const dinner = await buildExtras(db, sale.eventId, { price: 500, maxStock: 3 });
    const { registrationId, accessKey } = await buyPaid(sale, 1);
    const body = { registrationId, accessKey, extras: [{ extrasId: dinner.id, quantity: 3 }] };
    const purchase = (await app.ask("extras/purchaseExtras", { body })).payload;
    await payAndConfirm(purchase.paymentIntentId!, accessKey);
    const orderId = purchase.order.id;
    const items = [{ kind: "extras" as const, refId: dinner.id, quantity: 1 }];
    for (const cancelTickets of [false, false, true])
      expect(await refund(sale, { orderId, items, cancelTickets })).toMatchObject({ status: 200 });
    await makeRefundsOf(orderId);
    expect((await historyOf(sale, orderId)).refunds.map(({ amount }) => amount)).toEqual([536, 537, 536]);
    expect(await orderById(db, orderId)).toMatchObject({ payment_status: "refunded", keeps: "nothing" });
    await expectNoDifference();
  });
});

describe("two members of staff who refund the same order at the same time", () => {
  const refundAtOnce = async (lock?: Parameters<typeof refundOrder>[3]) => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale, 1);
    const body = { orderId, amount: 2000, reason: "", cancelTickets: false };
    const context = { idempotency: null, actor: "user:1" };
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => refundOrder(app.database.db, body, context, lock)),
    );
    await makeRefundsOf(orderId);
    return { done: outcomes.filter(({ status }) => status === "fulfilled").length, paymentIntentId };
  };

  test("two members of staff who refund the same order at the same time refund it once", async () => {
    const { done, paymentIntentId } = await refundAtOnce();
    expect(done).toBe(1);
    expect(refundedBy(paymentIntentId)).toBe(2000);
    await expectNoDifference();
  });

  test("control: without the lock, only the check constraint prevents a second refund", async () => {
    const unlocked =
      (all: () => Promise<void>) =>
      async (_tx: unknown, found: Parameters<NonNullable<Parameters<typeof refundOrder>[3]>>[1]) => {
        await all();
        return { order: found, locked: undefined };
      };
    expect((await refundAtOnce(unlocked(barrier(2)))).done).toBe(1);
    const { pool } = app.database;
    await pool.query("alter table orders drop constraint orders_refunds");
    try {
      expect((await refundAtOnce(unlocked(barrier(2)))).done).toBe(2);
    } finally {
      await pool.query("delete from refunds where state <> 'done'");
      await pool.query("update orders set refund_due = 0");
      await pool.query(
        "alter table orders add constraint orders_refunds check (refunded_amount + refund_due <= total_amount)",
      );
    }
  });
});
