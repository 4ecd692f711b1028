/** Expired orders: every page for staff shows them as expired, and every filter agrees with its list. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { PaymentFilter } from "../../contract/shapes/order.ts";
import { buildEvent, buildExtras, buildTicket, buildUser } from "../testing/builders.ts";
import { order, startedPayment } from "../testing/buying.ts";
import { type StripeApp, stripeApp } from "../testing/stripeApp.ts";
import { openSession } from "../testing/tokens.ts";

let app: StripeApp;
let token: string;
let eventId: number;
/** The order ids by case. */
const ids: Record<"waiting" | "late" | "forgotten" | "released" | "begun" | "extras" | "paid", number> = {
  waiting: 0,
  late: 0,
  forgotten: 0,
  released: 0,
  begun: 0,
  extras: 0,
  paid: 0,
};
beforeAll(async () => {
  app = await stripeApp();
  const { db } = app.database;
  const event = await buildEvent(db);
  eventId = event.id;
  token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  const ticket = await buildTicket(db, eventId, { price: 2000 });
  const one = await buildTicket(db, eventId, { price: 2000, maxStock: 1 });
  const dinner = await buildExtras(db, eventId, { price: 1250 });

  const paid = await startedPayment(app, eventId, ticket.id);
  app.stripe.pay(paid.paymentIntentId);
  await app.stripe.settled();
  const { registrationId, accessKey } = paid;
  const extras = await app.ask("extras/purchaseExtras", {
    body: { registrationId, accessKey, extras: [{ extrasId: dinner.id, quantity: 1 }] },
  });
  const forgotten = await order(app, eventId, ticket.id);
  const begun = await startedPayment(app, eventId, ticket.id);
  const released = await order(app, eventId, ticket.id);
  await app.ask("registration/releaseHold", {
    body: { registrationId: released.registrationId, accessKey: released.accessKey },
  });

  app.time.now = new Date(app.time.now.getTime() + 3_600_000);
  await app.checkout.sweep();

  // Its place is sold to another buyer before the money comes.
  const late = await startedPayment(app, eventId, one.id);
  await sql`update registrations set state = 'expired', expires_at = null where id = ${late.registrationId}`.execute(
    db,
  );
  await sql`update tickets set held = 0, is_active = false, max_stock = 0 where id = ${one.id}`.execute(db);
  await sql`update events set held = held - 1 where id = ${eventId}`.execute(db);
  app.stripe.pay(late.paymentIntentId);
  await app.stripe.settled();
  const waiting = await order(app, eventId, ticket.id);
  Object.assign(ids, {
    waiting: waiting.order.id,
    late: late.order.id,
    forgotten: forgotten.order.id,
    released: released.order.id,
    begun: begun.order.id,
    extras: extras.payload.order.id,
    paid: paid.order.id,
  });
});
afterAll(() => app.close());

const listed = async (paymentStatus?: PaymentFilter) =>
  (await app.ask("order/getOrders", { query: { eventId, ...(paymentStatus && { paymentStatus }) }, token }))
    .payload.items;
const sorted = (...names: (keyof typeof ids)[]) => names.map((name) => ids[name]).sort((a, b) => a - b);

test("the list and each order say which of them nobody pays any more", async () => {
  const expired = (await listed()).filter(({ isExpired }) => isExpired).map(({ id }) => id);
  expect(expired.sort((a, b) => a - b)).toEqual(sorted("forgotten", "released", "begun", "extras"));
  for (const [name, orderId] of Object.entries(ids)) {
    const { payload } = await app.ask("order/getHistory", { query: { orderId }, token });
    expect([name, payload.order.isExpired]).toEqual([name, expired.includes(orderId)]);
  }
});

test("a filter shows what its word says, and each order under one of them", async () => {
  const under = async (status: PaymentFilter) =>
    (await listed(status)).map(({ id }) => id).sort((a, b) => a - b);
  expect(await under("expired")).toEqual(sorted("forgotten", "released", "begun", "extras"));
  expect(await under("pending")).toEqual(sorted("waiting"));
  expect(await under("failed")).toEqual(sorted("late"));
  expect(await under("paid")).toEqual(sorted("paid"));
});

test("the attendees are filtered and written out by it as well", async () => {
  const under = async (orderStatus: PaymentFilter) => {
    const query = { eventId, orderStatus, registrationState: "all" };
    const { payload } = await app.ask("registration/getAttendees", { query, token });
    return payload.items.map(({ orderId }) => orderId!).sort((a, b) => a - b);
  };
  expect(await under("expired")).toEqual(sorted("forgotten", "released", "begun"));
  expect(await under("pending")).toEqual(sorted("waiting"));
  const table = await app.http.inject({
    url: "/api/registration/downloadAttendees",
    query: { eventId: String(eventId), registrationState: "all", format: "csv" },
    headers: { authorization: token },
  });
  const [headings, ...rows] = table.body
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  const payments = rows.map((cells) => cells[headings!.indexOf('"Payment"')]!.replaceAll('"', ""));
  expect(payments.sort()).toEqual(["expired", "expired", "expired", "failed", "paid", "pending"]);
});
