import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { PaymentFilter } from "../../contract/shapes/order.ts";
import { buildEvent, buildExtras, buildTicket, buildUser } from "../testing/builders.ts";
import { placeTestOrder, startTestPayment } from "../testing/buying.ts";
import { type StripeApp, stripeApp } from "../testing/stripeApp.ts";
import { openSession } from "../testing/tokens.ts";

let app: StripeApp;
let token: string;
let eventId: number;
const ids: Record<"waiting" | "late" | "forgotten" | "released" | "started" | "extras" | "paid", number> = {
  waiting: 0,
  late: 0,
  forgotten: 0,
  released: 0,
  started: 0,
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
  const lastTicket = await buildTicket(db, eventId, { price: 2000, maxStock: 1 });
  const dinner = await buildExtras(db, eventId, { price: 1250 });

  const paid = await startTestPayment(app, eventId, ticket.id);
  app.stripe.pay(paid.paymentIntentId);
  await app.stripe.settled();
  const { registrationId, accessKey } = paid;
  const extras = await app.ask("extras/purchaseExtras", {
    body: { registrationId, accessKey, extras: [{ extrasId: dinner.id, quantity: 1 }] },
  });
  const forgotten = await placeTestOrder(app, eventId, ticket.id);
  const started = await startTestPayment(app, eventId, ticket.id);
  const released = await placeTestOrder(app, eventId, ticket.id);
  await app.ask("registration/releaseHold", {
    body: { registrationId: released.registrationId, accessKey: released.accessKey },
  });

  app.time.now = new Date(app.time.now.getTime() + 3_600_000);
  await app.checkout.sweep();

  // As if its place was sold to another buyer before the money arrives.
  const late = await startTestPayment(app, eventId, lastTicket.id);
  await sql`update registrations set state = 'expired', expires_at = null where id = ${late.registrationId}`.execute(
    db,
  );
  await sql`update tickets set held = 0, is_active = false, max_stock = 0 where id = ${lastTicket.id}`.execute(
    db,
  );
  await sql`update events set held = held - 1 where id = ${eventId}`.execute(db);
  app.stripe.pay(late.paymentIntentId);
  await app.stripe.settled();
  const waiting = await placeTestOrder(app, eventId, ticket.id);
  Object.assign(ids, {
    waiting: waiting.order.id,
    late: late.order.id,
    forgotten: forgotten.order.id,
    released: released.order.id,
    started: started.order.id,
    extras: extras.payload.order.id,
    paid: paid.order.id,
  });
});
afterAll(() => app.close());

const listOrders = async (paymentStatus?: PaymentFilter) =>
  (await app.ask("order/getOrders", { query: { eventId, ...(paymentStatus && { paymentStatus }) }, token }))
    .payload.items;
const sortedIds = (...names: (keyof typeof ids)[]) => names.map((name) => ids[name]).sort((a, b) => a - b);

test("the list of orders and each order's page agree on which orders are expired", async () => {
  const expired = (await listOrders()).filter(({ isExpired }) => isExpired).map(({ id }) => id);
  expect(expired.sort((a, b) => a - b)).toEqual(sortedIds("forgotten", "released", "started", "extras"));
  for (const [name, orderId] of Object.entries(ids)) {
    const { payload } = await app.ask("order/getHistory", { query: { orderId }, token });
    expect([name, payload.order.isExpired]).toEqual([name, expired.includes(orderId)]);
  }
});

test("each order is found by exactly one payment filter", async () => {
  const idsWithStatus = async (status: PaymentFilter) =>
    (await listOrders(status)).map(({ id }) => id).sort((a, b) => a - b);
  expect(await idsWithStatus("expired")).toEqual(sortedIds("forgotten", "released", "started", "extras"));
  expect(await idsWithStatus("pending")).toEqual(sortedIds("waiting"));
  expect(await idsWithStatus("failed")).toEqual(sortedIds("late"));
  expect(await idsWithStatus("paid")).toEqual(sortedIds("paid"));
  expect([await idsWithStatus("free"), await idsWithStatus("refunded")]).toEqual([[], []]);
});

test("attendees are filtered and exported by the same payment states", async () => {
  const idsWithStatus = async (orderStatus: PaymentFilter) => {
    const query = { eventId, orderStatus, registrationState: "all" };
    const { payload } = await app.ask("registration/getAttendees", { query, token });
    return payload.items.map(({ orderId }) => orderId!).sort((a, b) => a - b);
  };
  expect(await idsWithStatus("expired")).toEqual(sortedIds("forgotten", "released", "started"));
  expect(await idsWithStatus("pending")).toEqual(sortedIds("waiting"));
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
