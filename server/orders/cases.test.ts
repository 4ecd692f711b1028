import { readXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, SUDO } from "../../contract/rules/roles.ts";
import type { Currency } from "../../contract/scalars.ts";
import type { MoneyCase } from "../../contract/shapes/money/moneyCase.ts";
import { makeRefunds } from "../checkout/makeRefunds.ts";
import { readClosingFigures } from "../closings/figures.ts";
import { refundSentBackMail, staffRefundMail } from "../letters/composeNews.ts";
import type { QueuedMail } from "../mail/queuedMail.ts";
import { ProviderRefused } from "../payments/provider.ts";
import { buildEvent, buildTicket, buildUser } from "../testing/builders.ts";
import { hold, startTestPayment } from "../testing/buying.ts";
import { runDueJobs, runDueRefunds } from "../testing/jobs.ts";
import { type StripeApp, stripeApp } from "../testing/stripeApp.ts";
import { openSession } from "../testing/tokens.ts";

let app: StripeApp;
let sudo: string;
beforeAll(async () => {
  app = await stripeApp({ max: 30 });
  sudo = await openSession(app.database.db, (await buildUser(app.database.db, SUDO, null)).id, app.time.now);
});
afterAll(() => app.close());

async function prepareSale(maxStock = 10, currency: Currency = "eur") {
  const { db } = app.database;
  const event = await buildEvent(db, { currency });
  const ticket = await buildTicket(db, event.id, { price: 2000, maxStock });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  return { eventId: event.id, ticketId: ticket.id, token };
}
type Sale = Awaited<ReturnType<typeof prepareSale>>;

async function buyPaid({ eventId, ticketId }: Sale) {
  const started = await startTestPayment(app, eventId, ticketId);
  app.stripe.pay(started.paymentIntentId);
  await app.stripe.settled();
  return { ...started, orderId: started.order.id };
}
const casesOf = async ({ token }: Sale, orderId: number): Promise<MoneyCase[]> =>
  (await app.ask("order/getHistory", { query: { orderId }, token })).payload.order.attention;
const markDone = (token: string, key: string, note = "") =>
  app.ask("attention/markDone", { body: { key, note }, token });
const ordersWithCases = async ({ eventId, token }: Sale) =>
  (await app.ask("order/getOrders", { query: { eventId, needsAttention: true }, token })).payload.items.map(
    ({ id }) => id,
  );
const caseCountOnCard = async ({ eventId, token }: Sale) =>
  (await app.ask("event/getEventCards", { query: {}, token })).payload.items.find(({ id }) => id === eventId)
    ?.attention;

describe("a payment with a problem", () => {
  test("a late payment is a case while it is refunded, and afterwards until staff mark it as done", async () => {
    const sale = await prepareSale(1);
    const started = await startTestPayment(app, sale.eventId, sale.ticketId);
    const { db } = app.database;
    await sql`update registrations set state = 'expired', expires_at = null where id = ${started.registrationId}`.execute(
      db,
    );
    await sql`update tickets set held = 0 where id = ${sale.ticketId}`.execute(db);
    await sql`update events set held = 0 where id = ${sale.eventId}`.execute(db);
    await hold(app, sale.eventId, sale.ticketId);
    app.stripe.pay(started.paymentIntentId);
    await app.stripe.settled();
    const orderId = started.order.id;
    expect(await casesOf(sale, orderId)).toMatchObject([
      { kind: "late", isGivenBack: false, money: { amount: 2000, currency: "eur" } },
    ]);
    await runDueRefunds(app);
    await app.stripe.settled();
    const [late] = await casesOf(sale, orderId);
    expect(late).toMatchObject({ kind: "late", isGivenBack: true });
    expect([await ordersWithCases(sale), await caseCountOnCard(sale)]).toEqual([[orderId], 1]);
    expect((await markDone(sale.token, late!.key, "Told by telephone")).status).toBe(200);
    expect((await markDone(sale.token, late!.key, "Again")).status).toBe(200);
    expect([await casesOf(sale, orderId), await ordersWithCases(sale), await caseCountOnCard(sale)]).toEqual([
      [],
      [],
      0,
    ]);
    const { history } = (await app.ask("order/getHistory", { query: { orderId }, token: sale.token }))
      .payload;
    expect(history.filter(({ action }) => action === "caseDone")).toMatchObject([
      { field: "late", note: "Told by telephone", by: "Mia Keller" },
    ]);
  });

  test("a payment with a wrong amount is a case with the paid and the due amount", async () => {
    const sale = await prepareSale();
    const started = await startTestPayment(app, sale.eventId, sale.ticketId);
    await sql`update payments set amount = 9999 where provider_ref = ${started.paymentIntentId}`.execute(
      app.database.db,
    );
    app.stripe.pay(started.paymentIntentId);
    await app.stripe.settled();
    expect(await casesOf(sale, started.order.id)).toMatchObject([
      {
        kind: "wrongAmount",
        money: { amount: 2000, currency: "eur" },
        due: { amount: 9999, currency: "eur" },
        providerRef: started.paymentIntentId,
      },
    ]);
  });

  test("a disputed payment is one case on the card of its event, and is not shown to another club", async () => {
    const [sale, others] = [await prepareSale(), await prepareSale()];
    const { orderId, paymentIntentId } = await buyPaid(sale);
    app.stripe.dispute(paymentIntentId);
    await app.stripe.settled();
    const [dispute] = await casesOf(sale, orderId);
    expect(dispute).toMatchObject({ kind: "disputed", money: { amount: 2000, currency: "eur" } });
    expect([await caseCountOnCard(sale), await ordersWithCases(others)]).toEqual([1, []]);
    expect((await markDone(others.token, dispute!.key)).code).toBe("notFound");
    expect((await markDone(sudo, dispute!.key)).status).toBe(200);
    expect(await caseCountOnCard(sale)).toBe(0);
  });

  test("a disputed payment is a case with the date to answer by, until the dispute is won", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    app.stripe.dispute(paymentIntentId);
    await app.stripe.settled();
    const due = Math.floor(app.time.now.getTime() / 1000) + 7 * 24 * 3600;
    const answerBy = new Date(due * 1000).toISOString().replace(".000Z", "Z");
    expect(await casesOf(sale, orderId)).toMatchObject([{ kind: "disputed", answerBy }]);
    expect((await readClosingFigures(app.database.db, sale.eventId)).disputed).toEqual({
      count: 1,
      amount: 2000,
    });
    app.stripe.moveDispute(paymentIntentId, "won");
    await app.stripe.settled();
    expect(await casesOf(sale, orderId)).toEqual([]);
    expect((await readClosingFigures(app.database.db, sale.eventId)).disputed).toEqual({
      count: 0,
      amount: 0,
    });
    const { history } = (await app.ask("order/getHistory", { query: { orderId }, token: sale.token }))
      .payload;
    expect(history.map(({ action }) => action).filter((action) => action.startsWith("dispute"))).toEqual([
      "disputed",
      "disputeWon",
    ]);
  });

  test("a lost dispute is a new case, even if the dispute was marked as done", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    app.stripe.dispute(paymentIntentId);
    await app.stripe.settled();
    await markDone(sale.token, (await casesOf(sale, orderId))[0]!.key);
    app.stripe.moveDispute(paymentIntentId, "lost");
    await app.stripe.settled();
    expect(await casesOf(sale, orderId)).toMatchObject([{ kind: "disputeLost", answerBy: null }]);
    expect((await readClosingFigures(app.database.db, sale.eventId)).disputed).toEqual({
      count: 1,
      amount: 2000,
    });
  });

  test("a refund that the bank sent back is mailed to the buyer, and is a case until it is refunded again", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    const refund = async (amount: number) => {
      await app.ask("order/refund", { body: { orderId, amount }, token: sale.token });
      await runDueJobs(app);
      await app.stripe.settled();
    };
    await refund(700);
    app.stripe.deliver.copies = 3;
    app.stripe.failRefund(
      app.stripe.book().refunds.findLast(({ intentId }) => intentId === paymentIntentId)!.id,
    );
    await app.stripe.settled();
    app.stripe.deliver.copies = 1;
    expect(await casesOf(sale, orderId)).toMatchObject([
      { kind: "refundSentBack", money: { amount: 700, currency: "eur" } },
    ]);
    expect(await mailsOf(orderId, "refundSentBack")).toEqual([
      { recipient: "mia@example.org", amount: "700" },
    ]);
    // Mail programs show this mail in the thread of the tickets.
    const sentBack = { recipient: "mia@example.org", payload: { orderId, amount: 700 } };
    const mail = await refundSentBackMail(
      app.database.db,
      sentBack as unknown as QueuedMail<"refundSentBack">,
    );
    const { rows: tickets } = await sql<{ message_id: string }>`select m.message_id from mails m
      join orders o on m.key = 'tickets:' || o.registration_id || ':mia@example.org' where o.id = ${orderId}`.execute(
      app.database.db,
    );
    expect([mail?.inReplyTo]).toEqual(tickets.map((one) => one.message_id));
    await refund(500);
    expect(await casesOf(sale, orderId)).toMatchObject([{ kind: "refundSentBack", money: { amount: 200 } }]);
    await refund(200);
    expect(await casesOf(sale, orderId)).toEqual([]);
  });

  test("a refused refund stays a case when the bank sends an earlier refund back", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    await app.ask("order/refund", { body: { orderId, amount: 700 }, token: sale.token });
    await runDueJobs(app);
    await app.stripe.settled();
    await app.ask("order/refund", { body: { orderId, amount: 500 }, token: sale.token });
    const { provider } = app.services;
    const refusing = {
      ...provider,
      name: provider.name,
      refund: () => Promise.reject(new ProviderRefused("charge_disputed", "The charge is disputed.")),
    };
    await makeRefunds(app.database.db, refusing, orderId, { now: app.time.now });
    const kinds = async () => (await casesOf(sale, orderId)).map(({ kind }) => kind).sort();
    expect(await kinds()).toEqual(["refundFailed"]);
    app.stripe.failRefund(
      app.stripe.book().refunds.findLast(({ intentId }) => intentId === paymentIntentId)!.id,
    );
    await app.stripe.settled();
    expect(await kinds()).toEqual(["refundFailed", "refundSentBack"]);
    const { refunds } = await readClosingFigures(app.database.db, sale.eventId);
    expect(refunds.failed).toEqual({ count: 1, amount: 500 });
  });

  test("an inquiry, its chargeback and a second dispute of a payment are separate cases", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    const kinds = async () => (await casesOf(sale, orderId)).map(({ kind }) => kind);
    const markAllDone = async () => {
      for (const { key } of await casesOf(sale, orderId)) await markDone(sale.token, key);
      expect(await kinds()).toEqual([]);
    };
    app.stripe.dispute(paymentIntentId, "warning_needs_response");
    await app.stripe.settled();
    app.stripe.moveDispute(paymentIntentId, "warning_under_review");
    await app.stripe.settled();
    expect(await casesOf(sale, orderId)).toMatchObject([{ kind: "disputed", answerBy: null }]);
    await markAllDone();
    app.stripe.moveDispute(paymentIntentId, "needs_response");
    await app.stripe.settled();
    expect(await casesOf(sale, orderId)).toMatchObject([{ kind: "disputed", answerBy: expect.any(String) }]);
    await markAllDone();
    app.stripe.moveDispute(paymentIntentId, "lost");
    await app.stripe.settled();
    expect(await kinds()).toEqual(["disputeLost"]);
    app.stripe.dispute(paymentIntentId);
    await app.stripe.settled();
    expect(await kinds()).toEqual(["disputeLost", "disputed"]);
    await markAllDone();
  });

  test("a disputed payment with a wrong amount is two cases", async () => {
    const sale = await prepareSale();
    const started = await startTestPayment(app, sale.eventId, sale.ticketId);
    await sql`update payments set amount = 9999 where provider_ref = ${started.paymentIntentId}`.execute(
      app.database.db,
    );
    app.stripe.pay(started.paymentIntentId);
    await app.stripe.settled();
    app.stripe.dispute(started.paymentIntentId);
    await app.stripe.settled();
    const kinds = async () => (await casesOf(sale, started.order.id)).map(({ kind }) => kind);
    expect((await kinds()).toSorted()).toEqual(["disputed", "wrongAmount"]);
    app.stripe.moveDispute(started.paymentIntentId, "won");
    await app.stripe.settled();
    expect(await kinds()).toEqual(["wrongAmount"]);
  });

  test("a buyer whose whole order is refunded again reads about a refund, not about a late payment", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    await app.ask("order/refund", { body: { orderId }, token: sale.token });
    await runDueJobs(app);
    await app.stripe.settled();
    const [mail] = await mailsOf(orderId, "moneyBack");
    app.stripe.failRefund(
      app.stripe.book().refunds.findLast(({ intentId }) => intentId === paymentIntentId)!.id,
    );
    await app.stripe.settled();
    app.stripe.refundInDashboard(paymentIntentId, 2000);
    await app.stripe.settled();
    expect(await mailsOf(orderId, "moneyBack")).toEqual([mail, mail]);
    expect(await mailsOf(orderId, "refund")).toEqual([]);
  });

  test("a refund of the whole order that the bank sent back can be refunded again", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    const refundedBy = () =>
      app.stripe
        .book()
        .refunds.filter(({ intentId, status }) => intentId === paymentIntentId && status === "succeeded")
        .map(({ amount }) => amount);
    const refund = async () => {
      const reply = await app.ask("order/refund", {
        body: { orderId, cancelTickets: false },
        token: sale.token,
      });
      await runDueJobs(app);
      await app.stripe.settled();
      return reply.status;
    };
    expect([await refund(), refundedBy()]).toEqual([200, [2000]]);
    app.stripe.failRefund(
      app.stripe.book().refunds.findLast(({ intentId }) => intentId === paymentIntentId)!.id,
    );
    await app.stripe.settled();
    expect([await refund(), refundedBy()]).toEqual([200, [2000]]);
    expect(await casesOf(sale, orderId)).toEqual([]);
    expect(await mailsOf(orderId, "moneyBack")).toHaveLength(2);
    expect(await refund()).toBe(409);
  });

  test("a repeated refund that the bank sends back again is one case, with the amount that is missing", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    const missing = async () => {
      const cases = await casesOf(sale, orderId);
      expect(cases.every(({ kind }) => kind === "refundSentBack")).toBe(true);
      return cases.map(({ money }) => money!.amount).toSorted((one, other) => one - other);
    };
    const refundAndReturn = async (amount: number) => {
      await app.ask("order/refund", { body: { orderId, amount }, token: sale.token });
      await runDueJobs(app);
      await app.stripe.settled();
      const last = app.stripe.book().refunds.findLast(({ intentId }) => intentId === paymentIntentId);
      app.stripe.failRefund(last!.id);
      await app.stripe.settled();
    };
    await refundAndReturn(700);
    await refundAndReturn(700);
    expect(await missing()).toEqual([700]);
    // A part that is returned again is missing beside the part that was never refunded again.
    await refundAndReturn(300);
    expect(await missing()).toEqual([300, 400]);
  });

  test("two refunds of one payment are separate cases if the bank sends back both", async () => {
    const sale = await prepareSale();
    const { orderId, paymentIntentId } = await buyPaid(sale);
    for (const amount of [800, 1200]) {
      await app.ask("order/refund", { body: { orderId, amount }, token: sale.token });
      await runDueJobs(app);
      await app.stripe.settled();
    }
    const [first, second] = app.stripe.book().refunds.filter(({ intentId }) => intentId === paymentIntentId);
    app.stripe.failRefund(first!.id);
    await app.stripe.settled();
    const [one] = await casesOf(sale, orderId);
    expect(one).toMatchObject({ kind: "refundSentBack", money: { amount: 800 } });
    await markDone(sale.token, one!.key, "By bank transfer");
    expect(await casesOf(sale, orderId)).toEqual([]);
    app.stripe.failRefund(second!.id);
    await app.stripe.settled();
    expect(await casesOf(sale, orderId)).toMatchObject([{ kind: "refundSentBack", money: { amount: 1200 } }]);
    app.stripe.refundInDashboard(paymentIntentId);
    await app.stripe.settled();
    expect(await casesOf(sale, orderId)).toEqual([]);
  });

  test("a payment of another installation on the same account is no case", async () => {
    const before = (await app.ask("attention/getUnknown", { token: sudo })).payload.length;
    const response = await fetch(`${app.stripe.url}/v1/payment_intents`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_foyer" },
      body: new URLSearchParams({
        amount: "9900",
        currency: "eur",
        "metadata[foyerPaymentId]": "1",
        "metadata[foyerInstallation]": "another site",
      }),
    });
    const { id } = (await response.json()) as { id: string };
    app.stripe.pay(id);
    await app.stripe.settled();
    app.stripe.dispute(id);
    await app.stripe.settled();
    expect(app.stripe.deliveries().every(({ status }) => status === 200)).toBe(true);
    expect((await app.ask("attention/getUnknown", { token: sudo })).payload).toHaveLength(before);
  });

  test("a payment without an order is a case only for the super user", async () => {
    const sale = await prepareSale();
    const response = await fetch(`${app.stripe.url}/v1/payment_intents`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_foyer" },
      body: new URLSearchParams({ amount: "9900", currency: "eur", "metadata[foyerPaymentId]": "987654321" }),
    });
    const { id } = (await response.json()) as { id: string };
    app.stripe.pay(id);
    await app.stripe.settled();
    const unknown = async () =>
      (await app.ask("attention/getUnknown", { token: sudo })).payload.find((one) => one.providerRef === id);
    const unknownCase = (await unknown())!;
    expect(unknownCase).toMatchObject({ kind: "unknownPayment", money: { amount: 9900, currency: "eur" } });
    expect((await app.ask("attention/getUnknown", { token: sale.token })).code).toBe("wrongRole");
    expect((await markDone(sale.token, unknownCase.key)).code).toBe("notFound");
    expect((await markDone(sudo, unknownCase.key)).status).toBe(200);
    expect(await unknown()).toBeUndefined();
  });
});

describe("a bounced mail", () => {
  const bounce = (where: ReturnType<typeof sql>) =>
    sql`update mails set state = 'failed', bounced_at = now(), last_error = '550 5.1.1 Nobody' where ${where}`.execute(
      app.database.db,
    );

  test("a bounced mail is a case of its order until the address is corrected", async () => {
    const sale = await prepareSale();
    const { orderId, registrationId } = await buyPaid(sale);
    await bounce(sql`key = ${`tickets:${registrationId}:mia@example.org`}`);
    expect(await casesOf(sale, orderId)).toMatchObject([
      { kind: "mailBounced", recipient: "mia@example.org", words: "550 5.1.1 Nobody", money: null },
    ]);
    expect(await ordersWithCases(sale)).toEqual([orderId]);
    const body = { orderId, email: "mia.right@example.org" };
    await app.ask("order/changeBuyer", { body, token: sale.token });
    expect(await casesOf(sale, orderId)).toEqual([]);
  });

  test("a bounced mail about an event is a case of the recipient's order, or of the event if no order has the address", async () => {
    const sale = await prepareSale();
    const { orderId } = await buyPaid(sale);
    const { eventId } = sale;
    const insert = (email: string) =>
      sql`insert into mails (key, kind, recipient, payload, message_id, state, bounced_at, last_error)
        values (${`cancelled:${eventId}:${email}`}, 'eventCancelled', ${email}, ${JSON.stringify({ eventId })}::jsonb, 'm',
          'failed', now(), '550 Nobody')`.execute(app.database.db);
    await insert("mia@example.org");
    await insert("gone@example.org");
    expect(await casesOf(sale, orderId)).toMatchObject([{ recipient: "mia@example.org" }]);
    const cases = (await app.ask("attention/getCases", { query: { eventId }, token: sale.token })).payload;
    expect(cases).toMatchObject([{ kind: "mailBounced", recipient: "gone@example.org" }]);
    expect(await caseCountOnCard(sale)).toBe(2);
    await markDone(sale.token, cases[0]!.key);
    expect(await caseCountOnCard(sale)).toBe(1);
  });
});

test("a refund that was made in the provider's dashboard is mailed to the buyer once", async () => {
  const sale = await prepareSale();
  const { orderId, paymentIntentId } = await buyPaid(sale);
  app.stripe.deliver.copies = 3;
  app.stripe.refundInDashboard(paymentIntentId, 500);
  await app.stripe.settled();
  app.stripe.deliver.copies = 1;
  expect(await mailsOf(orderId, "moneyBack")).toEqual([{ recipient: "mia@example.org", amount: "500" }]);
});

test("a refund that waits for the buyer's bank account is a case, and the mail says that Stripe asks for the account", async () => {
  const sale = await prepareSale(10, "thb");
  const started = await startTestPayment(app, sale.eventId, sale.ticketId);
  app.stripe.payByPromptPay(started.paymentIntentId);
  await app.stripe.settled();
  const orderId = started.order.id;
  await app.ask("order/refund", { body: { orderId, amount: 1200 }, token: sale.token });
  await runDueJobs(app);
  await app.stripe.settled();
  const orderNow = async () =>
    (await app.ask("order/getOrderById", { query: { orderId }, token: sale.token })).payload;
  expect(await casesOf(sale, orderId)).toMatchObject([
    { kind: "refundAwaitsBuyer", money: { amount: 1200, currency: "thb" } },
  ]);
  expect(await orderNow()).toMatchObject({ refundedAmount: 1200, refundAwaitsBuyer: 1200 });
  expect(await moneyBackWords(orderId)).toMatch(/asks for your bank account/);

  const [refund] = app.stripe.book().refunds.filter(({ intentId }) => intentId === started.paymentIntentId);
  expect(refund).toMatchObject({ instructionsEmail: "mia@example.org" });
  app.stripe.answerRefund(refund!.id, true);
  await app.stripe.settled();
  expect(await casesOf(sale, orderId)).toEqual([]);
  expect(await orderNow()).toMatchObject({ refundedAmount: 1200, refundAwaitsBuyer: 0 });
  expect(await moneyBackWords(orderId)).toMatch(/is refunded to the payment method/);
});

test("a refund that waits for the buyer's bank account is on its way in the closing, the cancellation and the export until it is sent", async () => {
  const sale = await prepareSale(10, "thb");
  const { eventId, token } = sale;
  const started = await startTestPayment(app, eventId, sale.ticketId);
  app.stripe.payByPromptPay(started.paymentIntentId);
  await app.stripe.settled();
  const orderId = started.order.id;
  await app.ask("order/refund", { body: { orderId, amount: 1200 }, token });
  await runDueJobs(app);
  await app.stripe.settled();
  const figures = async () => {
    const event = { query: { eventId }, token };
    const { givenBack, onItsWay } = (await app.ask("event/getCancellation", event)).payload;
    const { figures: closed, open } = (await app.ask("event/getClosing", event)).payload;
    const [way] = closed.ways;
    const file = await app.http.inject({
      url: "/api/order/downloadOrders",
      query: { eventId: String(eventId) },
      headers: { authorization: token },
    });
    const [headings, line] = (await readXlsx(file.rawPayload)).sheets[0]!.rows;
    const cell = (name: string) => line![headings!.findIndex((heading) => String(heading).startsWith(name))];
    return {
      cancelled: [givenBack.amount, onItsWay.amount],
      closed: [way!.givenBack, way!.onItsWay],
      refunds: [closed.refunds.done, closed.refunds.due],
      open: open.refundsDue.count,
      exported: [cell("Refunded ("), cell("Refund pending")],
      agree: closed.checks.every(({ one, other }) => one === other),
    };
  };
  const [none, one] = [
    { count: 0, amount: 0 },
    { count: 1, amount: 1200 },
  ];
  expect(await figures()).toEqual({
    cancelled: [0, 1200],
    closed: [0, 1200],
    refunds: [none, one],
    open: 1,
    exported: [0, 12],
    agree: true,
  });
  const [refund] = app.stripe.book().refunds.filter(({ intentId }) => intentId === started.paymentIntentId);
  app.stripe.answerRefund(refund!.id, true);
  await app.stripe.settled();
  expect(await figures()).toEqual({
    cancelled: [1200, 0],
    closed: [1200, 0],
    refunds: [one, none],
    open: 0,
    exported: [12, 0],
    agree: true,
  });
});

test("a refund for which the buyer gave no bank account is returned, and becomes a case", async () => {
  const sale = await prepareSale(10, "thb");
  const started = await startTestPayment(app, sale.eventId, sale.ticketId);
  app.stripe.payByPromptPay(started.paymentIntentId);
  await app.stripe.settled();
  await app.ask("order/refund", { body: { orderId: started.order.id, amount: 1200 }, token: sale.token });
  await runDueJobs(app);
  const [refund] = app.stripe.book().refunds.filter(({ intentId }) => intentId === started.paymentIntentId);
  app.stripe.answerRefund(refund!.id, false);
  await app.stripe.settled();
  expect(await casesOf(sale, started.order.id)).toMatchObject([
    { kind: "refundSentBack", money: { amount: 1200 } },
  ]);
});

async function mailsOf(orderId: number, kind: string): Promise<unknown[]> {
  const { rows } = await sql`select recipient, payload ->> 'amount' as amount from mails
    where kind = ${kind} and (payload ->> 'orderId')::bigint = ${orderId}`.execute(app.database.db);
  return rows;
}

async function moneyBackWords(orderId: number): Promise<string> {
  const mail = {
    recipient: "mia@example.org",
    payload: { orderId, amount: 1200, reason: "" },
  } as unknown as QueuedMail<"moneyBack">;
  const { text } = (await staffRefundMail(app.database.db, mail, "https://foyer.example"))!;
  return text.replaceAll(/\s+/g, " ");
}
