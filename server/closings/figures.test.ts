/** The figures of an event after played histories: the sales, the ways of payment, the refunds. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CallName, PayloadOf } from "../../contract/all.ts";
import { openWords } from "../../contract/rules/closing/closingWords.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { ClosingOpen } from "../../contract/shapes/closing.ts";
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

const wordsOf = (open: ClosingOpen) => openWords(open, String).map(({ words }) => words);

async function tell<N extends CallName>(name: N, sent: TestRequest): Promise<PayloadOf<N>> {
  const reply = await app.ask(name, sent);
  if (reply.status !== 200) throw new Error(`${name}: ${reply.code} ${reply.msg}`);
  return reply.payload;
}

/** Buys tickets, with a dinner for each extra, by card. */
async function buy(quantity: number, dinners = 0) {
  const tickets = [{ ticketId, quantity }];
  const extras = dinners === 0 ? [] : [{ extrasId, quantity: dinners }];
  const attendees = Array.from({ length: quantity }, () => ({
    ticketId,
    firstName: "Mia",
    email: "mia@example.org",
  }));
  const body = { eventId: event.id, tickets, extras, attendees };
  const { order, accessKey } = await tell("registration/express", { body });
  await pay(order.id, accessKey);
  return order;
}

async function pay(orderId: number, accessKey: string): Promise<void> {
  const { paymentIntentId } = await tell("stripe/create-payment-intent", { body: { orderId, accessKey } });
  app.stripe.pay(paymentIntentId);
  await tell("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
}

async function give(what: object) {
  const sponsorData = { firstName: "Ada", email: "ada@example.org" };
  const { sponsorship, accessKey } = await tell("sponsorship/create", {
    body: { eventId: event.id, sponsorData, ...what },
  });
  const body = { sponsorshipId: sponsorship.id, accessKey };
  const { paymentIntentId } = await tell("sponsorship/createSponsorshipPaymentIntent", { body });
  app.stripe.pay(paymentIntentId);
  await tell("stripe/confirm-payment", { body: { paymentIntentId, accessKey } });
}

const sell = (quantity: number, paidBy: "cash" | "cardTerminal") =>
  tell("door/sell", {
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
  await tell("order/refund", { token, body: { orderId, ...(amount === undefined ? {} : { amount }) } });
  await app.checkout.makeRefunds(orderId);
};
const closing = () => tell("event/getClosing", { token, query: { eventId: event.id } });
const agree = (checks: PayloadOf<"event/getClosing">["figures"]["checks"]) =>
  expect(checks.map(({ check, one, other }) => [check, other - one])).toEqual(
    checks.map(({ check }) => [check, 0]),
  );

describe("an event's money", () => {
  test("is told by source with its tax, by way of payment with its fees, and by till", async () => {
    const gold = await buildPackage(app.database.db, event.id, { price: 9900, name: "Gold" });
    await buy(2, 1);
    await buy(1);
    await give({ packageId: gold.id });
    await give({ amount: 4200 });
    await sell(2, "cash");
    await sell(1, "cardTerminal");
    const { figures } = await closing();
    const [ticketNet, dinner] = [6 * 2500, 333];
    // 19 % of 53.33 is 10.13. The two tickets take 9.50 of it; the others have 19 % of their ticket each.
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
    agree(figures.checks);
    expect(figures.checks[0]).toMatchObject({ one: figures.ways.reduce((sum, { taken }) => sum + taken, 0) });
  });

  test("goes back by the way in which it came, and out of the till that took it", async () => {
    const bought = await buy(2);
    const { order: sold } = await sell(2, "cash");
    await refund(bought.id, 1000);
    await refund(sold.id, 2975);
    const { figures } = await closing();
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
    agree(figures.checks);
  });

  test("that is promised back is on its way until the provider has made it, and named as failed when it refuses", async () => {
    const bought = await buy(1);
    await tell("order/refund", { token, body: { orderId: bought.id, amount: 500 } });
    const before = await closing();
    expect(before.figures.ways).toMatchObject([{ taken: 2975, givenBack: 0, onItsWay: 500 }]);
    expect(before.open.refundsDue).toEqual({ count: 1, amount: 500 });
    app.stripe.failNext(3, 400, { path: "/v1/refunds" });
    await app.checkout.makeRefunds(bought.id);
    const after = await closing();
    expect(after.figures.refunds).toMatchObject({ due: { count: 0 }, failed: { count: 1, amount: 500 } });
    expect(after.open.refundsFailed).toEqual({ count: 1, amount: 500 });
    expect(after.open.attention).toBe(1);
    agree(after.figures.checks);
  });

  test("that is disputed with the bank is named, and stays counted", async () => {
    const { db } = app.database;
    const bought = await buy(1);
    const { provider_ref } = await db
      .selectFrom("payments")
      .innerJoin("orders", "orders.payment_id", "payments.id")
      .select("provider_ref")
      .where("orders.id", "=", bought.id)
      .executeTakeFirstOrThrow();
    app.stripe.dispute(provider_ref!);
    await app.checkout.follow({
      eventId: `evt_${bought.id}`,
      type: "charge.dispute.created",
      providerRef: provider_ref,
    });
    const { figures, open } = await closing();
    expect(figures.disputed).toEqual({ count: 1, amount: 2975 });
    expect(figures.ways).toMatchObject([{ taken: 2975 }]);
    expect(open.attention).toBe(1);
  });

  test("is not counted before it came: what is being paid for, or kept, is named as open", async () => {
    const tickets = [{ ticketId, quantity: 1 }];
    await tell("registration/initRegistration", { body: { eventId: event.id, tickets } });
    const attendees = [{ ticketId, firstName: "Mia", email: "mia@example.org" }];
    const body = { eventId: event.id, tickets, attendees };
    const { order, accessKey } = await tell("registration/express", { body });
    await tell("stripe/create-payment-intent", { body: { orderId: order.id, accessKey } });
    await tell("sponsorship/create", {
      body: { eventId: event.id, amount: 500, sponsorData: { firstName: "Ada", email: "ada@example.org" } },
    });
    const { figures, open } = await closing();
    expect([figures.sources, figures.ways]).toEqual([[], []]);
    expect(open).toMatchObject({ paymentsUnderWay: 1, holds: 2 });
  });

  test("tells an offer of the waiting list from a sale that was begun, until it is ordered", async () => {
    const { db } = app.database;
    // Before the event begins, because places are not offered once it is on.
    app.time.now = new Date("2031-06-01T12:00:00Z");
    const standing = { event: { id: event.id }, ticketId };
    const { entryId, accessKey } = await buildEntry(db, { ...standing, email: "nora@example.org" });
    await buildEntry(db, standing);
    await app.checkout.sweep();
    const before = (await closing()).open;
    expect(before).toMatchObject({ offers: 2, holds: 0 });
    expect(wordsOf(before)).toEqual(["2 offers of the waiting list are not taken yet"]);

    const { offer } = await tell("waitingList/getOwn", { query: { entryId, accessKey } });
    const held = { registrationId: offer!.registrationId, accessKey: offer!.accessKey };
    await tell("registration/save", {
      body: { ...held, attendees: [{ ticketId, firstName: "Nora", email: "nora@example.org" }] },
    });
    await tell("order/createOrder", { body: held });
    const after = (await closing()).open;
    expect(after).toMatchObject({ offers: 1, holds: 1 });
    expect(wordsOf(after)).toEqual([
      "1 sale is begun, and not paid yet",
      "1 offer of the waiting list is not taken yet",
    ]);
  });

  test("of the other sides of the books shows where they differ, and hides nothing", async () => {
    const { db, pool } = app.database;
    const bought = await buy(1);
    // Like a manual change of the database: a payment with money but without a sale.
    await db
      .insertInto("payments")
      .values({
        provider: "stripe",
        provider_ref: `pi_stray_${bought.id}`,
        amount: 700,
        currency: "eur",
        state: "succeeded",
        order_id: bought.id,
      })
      .execute();
    await pool.query("update event_revenue set amount = amount - 5 where event_id = $1 and source = 'tax'", [
      event.id,
    ]);
    await pool.query(
      "update order_items set title = 'Seat', unit_price = unit_price + 1, total = total + 1 where order_id = $1",
      [bought.id],
    );
    const { figures, open } = await closing();
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

  test("of one event is not that of another", async () => {
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
  test("that was not told at first is asked for, and what else has happened there is settled with it", async () => {
    const { db, pool } = app.database;
    const bought = await buy(1);
    const { id, provider_ref } = await db
      .selectFrom("payments")
      .innerJoin("orders", "orders.payment_id", "payments.id")
      .select(["payments.id", "provider_ref"])
      .where("orders.id", "=", bought.id)
      .executeTakeFirstOrThrow();
    await pool.query("update payments set fee_amount = null, fee_currency = null where id = $1", [id]);
    expect((await closing()).open.feesUnknown).toBe(1);
    app.stripe.refundInDashboard(provider_ref!, 100);
    const { figures, open } = await tell("event/askFees", { token, body: { eventId: event.id } });
    expect(open.feesUnknown).toBe(0);
    expect(figures.ways).toMatchObject([{ fees: stripeFee(2975), givenBack: 100 }]);
  });

  test("is asked of this event's payments alone, and waits for a provider that does not answer", async () => {
    const { db, pool } = app.database;
    const bought = await buy(1);
    await pool.query("update payments set fee_amount = null, fee_currency = null");
    const other = await buildEvent(db, { clubId: event.clubId });
    await askFees(db, app.services.provider, other.id, app.time.now);
    expect((await closing()).open.feesUnknown).toBe(1);
    app.stripe.down(true);
    const reply = await app.ask("event/askFees", { token, body: { eventId: event.id } });
    app.stripe.down(false);
    expect(reply).toMatchObject({ status: 503, code: "busy" });
    expect((await closing()).figures.ways).toMatchObject([{ taken: bought.totalAmount, fees: null }]);
  });

  test("that it counts in another currency is told beside the sums", async () => {
    await buy(1);
    await app.database.pool.query(
      "update payments set fee_amount = 61, fee_currency = 'usd' where fee_currency = 'eur'",
    );
    const { figures } = await closing();
    expect(figures.foreignFees).toEqual([{ currency: "usd", amount: 61 }]);
    expect(figures.ways).toMatchObject([{ fees: null }]);
  });
});
