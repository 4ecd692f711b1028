import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/app.ts";
import {
  buildEvent,
  buildExtras,
  buildPackage,
  buildPromoCode,
  buildQuestion,
  buildSharedCapacity,
  buildSponsorship,
  buildTicket,
} from "../../../testing/builders.ts";
import { card, hold, placeTestOrder, startTestPayment } from "../../../testing/buying.ts";
import { buildTwoClubs, historyOf, type TwoClubs } from "../../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
});
afterAll(() => app.close());

const preview = (eventId: number) =>
  app.ask("event/getRemoval", { query: { eventId }, token: clubs.tokens.admin });
const remove = (eventId: number) =>
  app.ask("event/removeEvent", { query: { eventId }, token: clubs.tokens.admin });
const newEventId = async () => (await buildEvent(app.database.db, { clubId: clubs.clubId })).id;

async function eventWithTicket(price: number) {
  const eventId = await newEventId();
  return { eventId, ticketId: (await buildTicket(app.database.db, eventId, { price })).id };
}

async function rowsOf(eventId: number): Promise<Record<string, number>> {
  const tables = [
    "tickets",
    "extras",
    "form_questions",
    "registrations",
    "attendees",
    "orders",
    "event_slugs",
    "event_registered",
    "event_revenue",
    "promo_codes",
    "shared_capacities",
  ];
  const counts = await Promise.all(
    tables.map((table) =>
      sql<{
        count: number;
      }>`select count(*)::int as count from ${sql.table(table)} where event_id = ${eventId}`.execute(
        app.database.db,
      ),
    ),
  );
  return Object.fromEntries(tables.map((table, index) => [table, counts[index]!.rows[0]!.count]));
}

test("removing an event deletes its tickets, registrations and orders, and event/getRemoval announces how many, without the two holds", async () => {
  const { db } = app.database;
  const { eventId, ticketId } = await eventWithTicket(0);
  await buildExtras(db, eventId);
  await buildQuestion(db, eventId);
  const shared = await buildSharedCapacity(db, eventId);
  await db.updateTable("tickets").set({ shared_capacity_id: shared.id }).where("id", "=", ticketId).execute();
  const { code } = await buildPromoCode(db, eventId);
  await app.ask("registration/initRegistration", {
    body: { eventId, tickets: [{ ticketId, quantity: 1 }], promoCode: code },
  });
  const gold = await buildPackage(db, eventId);
  await buildSponsorship(db, { eventId, packageId: gold.id, paymentStatus: "failed" });
  await placeTestOrder(app, eventId, ticketId, 2);
  await hold(app, eventId, ticketId);
  const announced = (await preview(eventId)).payload;
  const takes = {
    tickets: 1,
    promoCodes: 1,
    extras: 1,
    questions: 1,
    packages: 1,
    sponsorships: 1,
    registrations: 1,
    attendees: 2,
    checkins: 0,
    orders: 1,
  };
  expect(announced).toEqual({ id: eventId, name: "Summer Gala", takes, refusal: null });
  expect((await remove(eventId)).payload).toEqual({ id: eventId });
  expect(Object.values(await rowsOf(eventId)).every((count) => count === 0)).toBe(true);
  expect(await historyOf(db, "event", eventId)).toMatchObject([
    { actor: `user:${clubs.users.admin}`, action: "removed", detail: { name: "Summer Gala", takes } },
  ]);
  expect((await remove(eventId)).status).toBe(404);
});

test("an event may be removed by POST as well, with its id in the body", async () => {
  const eventId = await newEventId();
  const reply = await app.http.inject({
    method: "POST",
    url: "/api/event/removeEvent",
    headers: { authorization: clubs.tokens.admin },
    payload: { eventId },
  });
  expect([reply.statusCode, reply.json().payload]).toEqual([200, { id: eventId }]);
});

describe("an event with money", () => {
  test("an event with a paid order cannot be removed until the order is fully refunded", async () => {
    const { db } = app.database;
    const { eventId, ticketId } = await eventWithTicket(2500);
    const { paymentIntentId, accessKey, order: paid } = await startTestPayment(app, eventId, ticketId);
    const reply = await app.ask("stripe/confirm-payment", {
      body: { paymentIntentId, accessKey, card: card() },
    });
    expect(reply.payload.order?.paymentStatus).toBe("paid");
    const refusal = "This event has a paid order. Refund it first, or unpublish the event.";
    expect((await preview(eventId)).payload.refusal).toBe(refusal);
    expect(await remove(eventId)).toMatchObject({ status: 409, code: "inUse", msg: refusal });
    expect((await rowsOf(eventId)).orders).toBe(1);
    await db.updateTable("orders").set({ refunded_amount: 1 }).where("id", "=", paid.id).execute();
    expect((await remove(eventId)).code).toBe("inUse");
    await db
      .updateTable("orders")
      .set({ payment_status: "refunded", refunded_amount: paid.totalAmount })
      .where("id", "=", paid.id)
      .execute();
    expect((await remove(eventId)).status).toBe(200);
  });

  test("an event with a payment in progress cannot be removed", async () => {
    const { eventId, ticketId } = await eventWithTicket(2500);
    await startTestPayment(app, eventId, ticketId);
    const reply = await remove(eventId);
    expect(reply).toMatchObject({ status: 409, code: "inUse" });
    expect(reply.msg).toMatch(/^Somebody is paying/);
    expect(reply.payload).toMatchObject({ takes: { orders: 1 } });
  });

  test("an event with a payment case can be removed only when the case is done and no money is left", async () => {
    const { db } = app.database;
    const { eventId, ticketId } = await eventWithTicket(2500);
    const { id: orderId } = (await startTestPayment(app, eventId, ticketId)).order;
    const setPayment = (state: string, attention: string | null) =>
      sql`update payments set state = ${state}, attention = ${attention}::jsonb where order_id = ${orderId}`.execute(
        db,
      );
    await setPayment("needs_attention", '{"kind": "refundRefused"}');
    const refusal = "A payment of this event needs attention. Resolve it on the orders page first.";
    expect((await preview(eventId)).payload.refusal).toBe(refusal);
    expect(await remove(eventId)).toMatchObject({ status: 409, code: "inUse", msg: refusal });
    const query = { orderId };
    const { payload } = await app.ask("order/getHistory", { query, token: clubs.tokens.admin });
    const [one] = payload.order.attention;
    const resolution = { key: one!.key, note: "Paid back by bank transfer" };
    await app.ask("attention/markDone", { body: resolution, token: clubs.tokens.admin });
    expect((await preview(eventId)).payload.refusal).toBeNull();

    // A second case, which is not done.
    await setPayment("needs_attention", '{"kind": "wrongAmount"}');
    expect((await remove(eventId)).msg).toBe(refusal);
    // Although the case is done, a refund in progress or money prevents the removal.
    await setPayment("refund_due", '{"kind": "refundRefused"}');
    expect((await remove(eventId)).msg).toMatch(/a refund is under way/);
    await setPayment("succeeded", '{"kind": "refundRefused"}');
    const setOrderStatus = (payment_status: "paid" | "failed") =>
      db.updateTable("orders").set({ payment_status }).where("id", "=", orderId).execute();
    await setOrderStatus("paid");
    expect((await remove(eventId)).msg).toMatch(/^This event has a paid order/);
    await setOrderStatus("failed");
    await setPayment("needs_attention", '{"kind": "refundRefused"}');
    expect((await remove(eventId)).status).toBe(200);
  });

  test("an event with a paid sponsorship cannot be removed", async () => {
    const eventId = await newEventId();
    await buildSponsorship(app.database.db, { eventId, paymentStatus: "paid" });
    expect((await remove(eventId)).code).toBe("inUse");
  });

  test("a donation with its order counts as one paid order", async () => {
    const eventId = await newEventId();
    const gift = { eventId, amount: 5000, sponsorData: { firstName: "Ada", email: "ada@example.org" } };
    const { sponsorship, accessKey } = (await app.ask("sponsorship/create", { body: gift })).payload;
    const proof = { sponsorshipId: sponsorship.id, accessKey };
    const { paymentIntentId } = (await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof }))
      .payload;
    await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
    expect((await preview(eventId)).payload.refusal).toMatch(/^This event has a paid order\. /);
  });
});

test("a buyer who starts a payment while the event is removed either can pay or gets notFound, in 8 rounds", async () => {
  for (let round = 0; round < 8; round++) {
    const { eventId, ticketId } = await eventWithTicket(2500);
    const ordered = await placeTestOrder(app, eventId, ticketId);
    const [removed, started] = await Promise.all([
      remove(eventId),
      app.ask("stripe/create-payment-intent", {
        body: { orderId: ordered.order.id, accessKey: ordered.accessKey },
      }),
    ]);
    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual([removed.status, started.status]);
  }
});
