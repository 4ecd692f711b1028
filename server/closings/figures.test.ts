import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CallName, PayloadOf } from "../../contract/all.ts";
import { closingTables } from "../../contract/rules/closing/closingTables.ts";
import { unsettledTexts } from "../../contract/rules/closing/closingWords.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { UnsettledItems } from "../../contract/shapes/money/closing.ts";
import { ProviderDown } from "../payments/provider.ts";
import type { TestRequest } from "../testing/app.ts";
import {
  buildEntry,
  buildEvent,
  buildExtras,
  buildPackage,
  buildTicket,
  buildUser,
} from "../testing/builders.ts";
import { buildHelper } from "../testing/doors.ts";
import { stripeFee } from "../testing/fakeStripe/shapes.ts";
import { type StripeApp, stripeApp } from "../testing/stripeApp.ts";
import { openSession } from "../testing/tokens.ts";
import { askFees } from "./askFees.ts";
import { readClosingFigures } from "./figures.ts";

let app: StripeApp;
let event: { id: number; clubId: number };
let ticketId: number;
let extrasId: number;
let token: string;
let till: { token: string; deviceId: string };
beforeAll(async () => {
  app = await stripeApp({ webhooks: false });
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  app.time.now = new Date("2031-06-01T17:00:00Z");
  const start = new Date("2031-06-01T16:00:00Z");
  event = await buildEvent(db, { start, end: new Date("2031-06-01T22:00:00Z"), taxAmount: 19 });
  ticketId = (await buildTicket(db, event.id, { price: 2500, title: "Standing" })).id;
  extrasId = (await buildExtras(db, event.id, { price: 333, name: "Dinner" })).id;
  token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  till = await buildHelper(db, { eventId: event.id, now: app.time.now }, { gate: "North gate" });
});

const nothingOpen: UnsettledItems = {
  paymentsUnderWay: 0,
  holds: 0,
  offers: 0,
  refundsDue: { count: 0, amount: 0 },
  refundsFailed: { count: 0, amount: 0 },
  withoutSale: { count: 0, amount: 0 },
  attention: 0,
  conflicts: 0,
  feesUnknown: 0,
};
const openTexts = (open: UnsettledItems) => unsettledTexts(open, String).map(({ words }) => words);

async function askOk<N extends CallName>(name: N, sent: TestRequest): Promise<PayloadOf<N>> {
  const reply = await app.ask(name, sent);
  if (reply.status !== 200) throw new Error(`${name}: ${reply.code} ${reply.msg}`);
  return reply.payload;
}

async function buy(quantity: number, dinners = 0) {
  const tickets = [{ ticketId, quantity }];
  const extras = dinners === 0 ? [] : [{ extrasId, quantity: dinners }];
  const attendees = Array.from({ length: quantity }, () => ({
    ticketId,
    firstName: "Mia",
    email: "mia@example.org",
  }));
  const body = { eventId: event.id, tickets, extras, attendees };
  const { order, accessKey } = await askOk("registration/express", { body });
  await pay(order.id, accessKey);
  return order;
}

async function pay(orderId: number, accessKey: string): Promise<void> {
  const { paymentIntentId } = await askOk("stripe/create-payment-intent", { body: { orderId, accessKey } });
  app.stripe.pay(paymentIntentId);
  await askOk("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
}

async function sponsor(choice: object) {
  const sponsorData = { firstName: "Ada", email: "ada@example.org" };
  const { sponsorship, accessKey } = await askOk("sponsorship/create", {
    body: { eventId: event.id, sponsorData, ...choice },
  });
  const body = { sponsorshipId: sponsorship.id, accessKey };
  const { paymentIntentId } = await askOk("sponsorship/createSponsorshipPaymentIntent", { body });
  app.stripe.pay(paymentIntentId);
  await askOk("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
}

const sell = (quantity: number, paidBy: "cash" | "cardTerminal") =>
  askOk("door/sell", {
    token: till.token,
    body: {
      eventId: event.id,
      deviceId: till.deviceId,
      tickets: [{ ticketId, quantity }],
      paidBy,
      totalAmount: quantity * 2975,
    },
  });

const refund = async (orderId: number, amount?: number) => {
  await askOk("order/refund", { token, body: { orderId, ...(amount === undefined ? {} : { amount }) } });
  await app.checkout.makeRefunds(orderId);
};
async function markCasesDone(orderId: number): Promise<void> {
  const { items } = await askOk("order/getOrders", { token, query: { eventId: event.id } });
  for (const { key } of items.find(({ id }) => id === orderId)!.attention)
    await askOk("attention/markDone", { token, body: { key } });
}
const fetchClosing = () => askOk("event/getClosing", { token, query: { eventId: event.id } });
const expectNoDifference = (checks: PayloadOf<"event/getClosing">["figures"]["checks"]) =>
  expect(checks.map(({ check, one, other }) => [check, other - one])).toEqual(
    checks.map(({ check }) => [check, 0]),
  );

describe("an event's money", () => {
  test("an event's money is listed by source with tax, by payment method with fees, and by till", async () => {
    const gold = await buildPackage(app.database.db, event.id, { price: 9900, name: "Gold" });
    await buy(2, 1);
    await buy(1);
    await sponsor({ packageId: gold.id });
    await sponsor({ amount: 4200 });
    await sell(2, "cash");
    await sell(1, "cardTerminal");
    const { figures } = await fetchClosing();
    const [ticketNet, dinner] = [6 * 2500, 333];
    // 19 % of 53.33 is 10.13, of which the first order's tickets take 9.50.
    expect(figures.sources).toEqual([
      {
        kind: "ticket",
        refId: ticketId,
        title: "Standing",
        quantity: 6,
        net: ticketNet,
        tax: 950 + 475 + 950 + 475,
      },
      { kind: "extras", refId: extrasId, title: "Dinner", quantity: 1, net: dinner, tax: 63 },
      { kind: "sponsorship", refId: gold.id, title: "Gold", quantity: 1, net: 9900, tax: 0 },
      { kind: "donation", refId: null, title: "Donation", quantity: 1, net: 4200, tax: 0 },
    ]);
    expect(figures.taxes).toEqual([
      { percent: 19, net: ticketNet + dinner, tax: 2850 + 63, refundedNet: 0, refundedTax: 0 },
      { percent: 0, net: 9900 + 4200, tax: 0, refundedNet: 0, refundedTax: 0 },
    ]);
    const byCard = [6346, 2975, 9900, 4200];
    expect(figures.ways).toEqual([
      {
        channel: "web",
        way: "stripe",
        orders: 4,
        taken: byCard.reduce((sum, one) => sum + one),
        givenBack: 0,
        onItsWay: 0,
        fees: byCard.reduce((sum, one) => sum + stripeFee(one), 0),
      },
      { channel: "door", way: "cash", orders: 1, taken: 5950, givenBack: 0, onItsWay: 0, fees: null },
      { channel: "door", way: "cardTerminal", orders: 1, taken: 2975, givenBack: 0, onItsWay: 0, fees: null },
    ]);
    expect(figures.tills).toEqual([
      {
        till: till.deviceId,
        gate: "North gate",
        device: "Lena's phone",
        orders: 2,
        taken: 5950,
        givenBack: 0,
        expected: 5950,
        terminal: 2975,
      },
    ]);
    expect(figures.people).toEqual({ registered: 6, came: 3, free: 0, withoutOrder: 0 });
    expectNoDifference(figures.checks);
    expect(figures.checks[0]).toMatchObject({ one: figures.ways.reduce((sum, { taken }) => sum + taken, 0) });
  });

  test("a partial refund returns its share of the tax, by rate, and a full refund all of it", async () => {
    await buy(1);
    const [part, whole] = [await buy(2), await buy(2, 1)];
    await refund(part.id, 1000);
    await refund(whole.id, 1);
    await refund(whole.id);
    await sponsor({ amount: 4200 });
    const { figures } = await fetchClosing();
    // 10.00 of 59.50 include 1.60 of the 9.50 tax.
    expect(figures.taxes).toEqual([
      { percent: 19, net: 12833, tax: 2438, refundedNet: 840 + 5333, refundedTax: 160 + 1013 },
      { percent: 0, net: 4200, tax: 0, refundedNet: 0, refundedTax: 0 },
    ]);
    const table = closingTables(figures, nothingOpen, []).find(({ id }) => id === "taxes")!;
    expect(table.rows).toEqual([
      ["19%", 12833, 2438, 6173, 1173, 6660, 1265],
      ["No tax", 4200, 0, 0, 0, 4200, 0],
    ]);
    expect(table.total).toEqual(["All rates", 17033, 2438, 6173, 1173, 10860, 1265]);
  });

  test("the tax inside prices is listed by its rate, and a fixed tax separately", async () => {
    const { db } = app.database;
    event = await buildEvent(db, {
      taxAmount: 7,
      pricesIncludeTax: true,
      start: new Date("2031-07-01T16:00:00Z"),
    });
    ticketId = (await buildTicket(db, event.id, { price: 2500 })).id;
    token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
    await buy(2);
    await db
      .updateTable("events")
      .set({ tax_type: "fixed", tax_amount: 150 })
      .where("id", "=", event.id)
      .execute();
    await buy(1);
    const { figures } = await fetchClosing();
    expect(figures.taxes).toEqual([
      { percent: 7, net: 4673, tax: 327, refundedNet: 0, refundedTax: 0 },
      { percent: null, net: 2350, tax: 150, refundedNet: 0, refundedTax: 0 },
    ]);
    expectNoDifference(figures.checks);
  });

  test("a refund is counted in the payment method and the till that took the money", async () => {
    const order = await buy(2);
    const { order: sold } = await sell(2, "cash");
    await refund(order.id, 1000);
    await refund(sold.id, 2975);
    const { figures } = await fetchClosing();
    expect(figures.ways).toMatchObject([
      { way: "stripe", taken: 5950, givenBack: 1000 },
      { way: "cash", taken: 5950, givenBack: 2975 },
    ]);
    expect(figures.tills).toMatchObject([{ taken: 5950, givenBack: 2975, expected: 2975 }]);
    expect(figures.refunds).toEqual({
      done: { count: 2, amount: 3975 },
      due: { count: 0, amount: 0 },
      failed: { count: 0, amount: 0 },
    });
    expectNoDifference(figures.checks);
  });

  test("a refund is on its way before the provider is asked, and failed if the provider refuses it", async () => {
    const order = await buy(1);
    await askOk("order/refund", { token, body: { orderId: order.id, amount: 500 } });
    const before = await fetchClosing();
    expect(before.figures.ways).toMatchObject([{ taken: 2975, givenBack: 0, onItsWay: 500 }]);
    expect(before.open.refundsDue).toEqual({ count: 1, amount: 500 });
    app.stripe.failNext(1, 400, { path: "/v1/refunds" });
    await app.checkout.makeRefunds(order.id);
    const after = await fetchClosing();
    expect(after.figures.refunds).toMatchObject({ due: { count: 0 }, failed: { count: 1, amount: 500 } });
    expect(after.open.refundsFailed).toEqual({ count: 1, amount: 500 });
    expect(after.open.attention).toBe(1);
    expectNoDifference(after.figures.checks);
  });

  test("a failed refund is open until staff mark its case as done", async () => {
    const order = await buy(1);
    await askOk("order/refund", { token, body: { orderId: order.id, amount: 500 } });
    app.stripe.failNext(1, 400, { path: "/v1/refunds" });
    await app.checkout.makeRefunds(order.id);
    expect((await fetchClosing()).open.refundsFailed).toEqual({ count: 1, amount: 500 });
    await markCasesDone(order.id);
    expect((await fetchClosing()).open.refundsFailed).toEqual({ count: 0, amount: 0 });
  });

  test("a late payment whose refund was refused is open until staff mark its case as done", async () => {
    const attendees = [{ ticketId, firstName: "Mia", email: "mia@example.org" }];
    const body = { eventId: event.id, tickets: [{ ticketId, quantity: 1 }], attendees };
    const { order, accessKey } = await askOk("registration/express", { body });
    const { paymentIntentId } = await askOk("stripe/create-payment-intent", {
      body: { orderId: order.id, accessKey },
    });
    app.stripe.pay(paymentIntentId);
    await app.database.db
      .updateTable("payments")
      .set({
        state: "needs_attention",
        attention: JSON.stringify({ kind: "refundRefused", words: "The account is closed." }),
      })
      .where("provider_ref", "=", paymentIntentId)
      .execute();
    expect((await fetchClosing()).open.withoutSale).toEqual({ count: 1, amount: 2975 });
    await markCasesDone(order.id);
    expect((await fetchClosing()).open.withoutSale).toEqual({ count: 0, amount: 0 });
  });

  test("a refund that the bank returned is not among those that are done", async () => {
    const order = await buy(1);
    await refund(order.id, 700);
    const { refunds } = (await fetchClosing()).figures;
    expect(refunds.done).toEqual({ count: 1, amount: 700 });
    const returned = app.stripe.book().refunds.at(-1)!;
    app.stripe.failRefund(returned.id);
    await app.checkout.follow({
      eventId: `evt_${returned.id}`,
      type: "refund.failed",
      providerRef: returned.intentId,
    });
    expect((await fetchClosing()).figures.refunds.done).toEqual({ count: 0, amount: 0 });
  });

  test("free tickets are counted while they are valid", async () => {
    const free = await buildTicket(app.database.db, event.id, { price: 0 });
    const tickets = [{ ticketId: free.id, quantity: 3 }];
    const attendees = ["Mia", "Leo", "Ada"].map((firstName) => ({
      ticketId: free.id,
      firstName,
      email: "mia@example.org",
    }));
    const { order, accessKey } = await askOk("registration/express", {
      body: { eventId: event.id, tickets, attendees },
    });
    expect((await fetchClosing()).figures.people).toMatchObject({ registered: 3, free: 3 });
    const { attendees: people } = await askOk("registration/getRegistration", {
      query: { registrationId: order.registrationId!, accessKey },
    });
    const attendeeIds = people.slice(0, 2).map(({ attendeeId }) => attendeeId);
    await askOk("order/refund", { token, body: { orderId: order.id, cancelTickets: true, attendeeIds } });
    expect((await fetchClosing()).figures.people).toMatchObject({ registered: 1, free: 1 });
  });

  test("a disputed payment is listed and remains counted", async () => {
    const { db } = app.database;
    const order = await buy(1);
    const { provider_ref } = await db
      .selectFrom("payments")
      .innerJoin("orders", "orders.payment_id", "payments.id")
      .select("provider_ref")
      .where("orders.id", "=", order.id)
      .executeTakeFirstOrThrow();
    app.stripe.dispute(provider_ref!);
    await app.checkout.follow({
      eventId: `evt_${order.id}`,
      type: "charge.dispute.created",
      providerRef: provider_ref,
    });
    const { figures, open } = await fetchClosing();
    expect(figures.disputed).toEqual({ count: 1, amount: 2975 });
    expect(figures.ways).toMatchObject([{ taken: 2975 }]);
    expect(open.attention).toBe(1);
  });

  test("money that has not arrived is not counted; payments under way and holds are listed as open", async () => {
    const tickets = [{ ticketId, quantity: 1 }];
    await askOk("registration/initRegistration", { body: { eventId: event.id, tickets } });
    const attendees = [{ ticketId, firstName: "Mia", email: "mia@example.org" }];
    const body = { eventId: event.id, tickets, attendees };
    const { order, accessKey } = await askOk("registration/express", { body });
    await askOk("stripe/create-payment-intent", { body: { orderId: order.id, accessKey } });
    await askOk("sponsorship/create", {
      body: { eventId: event.id, amount: 500, sponsorData: { firstName: "Ada", email: "ada@example.org" } },
    });
    const { figures, open } = await fetchClosing();
    expect([figures.sources, figures.ways]).toEqual([[], []]);
    expect(open).toMatchObject({ paymentsUnderWay: 1, holds: 2 });
  });

  test("an offer of the waiting list is listed separately from checkouts until it is ordered", async () => {
    const { db } = app.database;
    // Places are not offered after the start.
    app.time.now = new Date("2031-06-01T12:00:00Z");
    const standing = { event: { id: event.id }, ticketId };
    const { entryId, accessKey } = await buildEntry(db, { ...standing, email: "nora@example.org" });
    await buildEntry(db, standing);
    await app.checkout.sweep();
    const before = (await fetchClosing()).open;
    expect(before).toMatchObject({ offers: 2, holds: 0 });
    expect(openTexts(before)).toEqual(["2 waiting list offers are not accepted yet"]);

    const { offer } = await askOk("waitingList/getOwn", { query: { entryId, accessKey } });
    const held = { registrationId: offer!.registrationId, accessKey: offer!.accessKey };
    await askOk("registration/save", {
      body: { ...held, attendees: [{ ticketId, firstName: "Nora", email: "nora@example.org" }] },
    });
    await askOk("order/createOrder", { body: held });
    const after = (await fetchClosing()).open;
    expect(after).toMatchObject({ offers: 1, holds: 1 });
    expect(openTexts(after)).toEqual([
      "1 checkout is not paid yet",
      "1 waiting list offer is not accepted yet",
    ]);
  });

  test("the checks of sales, payments and statistics show the differences between the books", async () => {
    const { db, pool } = app.database;
    const order = await buy(1);
    // As after a manual change of the database.
    await db
      .insertInto("payments")
      .values({
        provider: "stripe",
        provider_ref: `pi_stray_${order.id}`,
        amount: 700,
        currency: "eur",
        state: "succeeded",
        order_id: order.id,
      })
      .execute();
    await pool.query("update event_revenue set amount = amount - 5 where event_id = $1 and source = 'tax'", [
      event.id,
    ]);
    await pool.query(
      "update order_items set title = 'Seat', unit_price = unit_price + 1, total = total + 1 where order_id = $1",
      [order.id],
    );
    const { figures, open } = await fetchClosing();
    const differences = Object.fromEntries(
      figures.checks.map(({ check, one, other }) => [check, other - one]),
    );
    expect(differences).toEqual({
      salesByWay: -1,
      provider: 700,
      refunds: 0,
      providerRefunds: 0,
      statistics: -5,
    });
    expect(open.withoutSale).toEqual({ count: 1, amount: 700 });
    expect(open.feesUnknown).toBe(1);
  });

  test("the money of one event is not counted in another event", async () => {
    await buy(1);
    const other = await buildEvent(app.database.db, { clubId: event.clubId });
    expect(await readClosingFigures(app.database.db, other.id)).toMatchObject({
      sources: [],
      ways: [],
      tills: [],
      refunds: { done: { count: 0 } },
      people: { registered: 0 },
    });
  });
});

describe("the provider's fee", () => {
  test("asking the provider for an unknown fee also records a refund that was made in its dashboard", async () => {
    const { db, pool } = app.database;
    const order = await buy(1);
    const { id, provider_ref } = await db
      .selectFrom("payments")
      .innerJoin("orders", "orders.payment_id", "payments.id")
      .select(["payments.id", "provider_ref"])
      .where("orders.id", "=", order.id)
      .executeTakeFirstOrThrow();
    await pool.query("update payments set fee_amount = null, fee_currency = null where id = $1", [id]);
    expect((await fetchClosing()).open.feesUnknown).toBe(1);
    app.stripe.refundInDashboard(provider_ref!, 100);
    const { figures, open } = await askOk("event/askFees", { token, body: { eventId: event.id } });
    expect(open.feesUnknown).toBe(0);
    expect(figures.ways).toMatchObject([{ fees: stripeFee(2975), givenBack: 100 }]);
  });

  test("fees are requested for one event only, and stay unknown while the provider does not answer", async () => {
    const { db, pool } = app.database;
    const order = await buy(1);
    await pool.query("update payments set fee_amount = null, fee_currency = null");
    const other = await buildEvent(db, { clubId: event.clubId });
    await askFees(db, app.services.provider, other.id, app.time.now);
    expect((await fetchClosing()).open.feesUnknown).toBe(1);
    app.stripe.down(true);
    const reply = await app.ask("event/askFees", { token, body: { eventId: event.id } });
    app.stripe.down(false);
    expect(reply).toMatchObject({ status: 503, code: "busy" });
    expect((await fetchClosing()).figures.ways).toMatchObject([{ taken: order.totalAmount, fees: null }]);
  });

  test("fees that were recorded before the provider failed are kept, without an error", async () => {
    await buy(1);
    await buy(1);
    await app.database.pool.query("update payments set fee_amount = null, fee_currency = null");
    const { provider } = app.services;
    let calls = 0;
    const failing = {
      ...provider,
      retrieve: (ref: string) => {
        calls += 1;
        return calls === 1 ? provider.retrieve(ref) : Promise.reject(new ProviderDown("It does not answer."));
      },
    };
    await askFees(app.database.db, failing, event.id, app.time.now);
    expect(calls).toBe(2);
    expect((await fetchClosing()).open.feesUnknown).toBe(1);
  });

  test("a fee in another currency is listed separately from the sums", async () => {
    await buy(1);
    await app.database.pool.query(
      "update payments set fee_amount = 61, fee_currency = 'usd' where fee_currency = 'eur'",
    );
    const { figures } = await fetchClosing();
    expect(figures.foreignFees).toEqual([{ currency: "usd", amount: 61 }]);
    expect(figures.ways).toMatchObject([{ fees: null }]);
  });
});
