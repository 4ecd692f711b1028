import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildClub, buildEvent, buildTicket, buildUser } from "../../testing/builders.ts";
import { card, placeTestOrder, startTestPayment } from "../../testing/buying.ts";
import { pdfWords } from "../../testing/pdfWords.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  app.time.now = new Date("2026-11-20T20:00:00Z");
});
afterAll(() => app.close());

async function paidOrder() {
  const { db, pool } = app.database;
  const club = await buildClub(db, "Harbour Rowers");
  await pool.query(
    "update clubs set location = '1 Pier Road', contact_email = 'office@harbour.example', phone = '+49 40 1' where id = $1",
    [club.id],
  );
  const event = await buildEvent(db, { clubId: club.id, name: "Night Gala", taxAmount: 7 });
  await pool.query("update events set time_zone = 'Asia/Bangkok' where id = $1", [event.id]);
  const ticket = await buildTicket(db, event.id, { price: 4200, title: "Standing" });
  const payment = await startTestPayment(app, event.id, ticket.id, 2);
  const { paymentIntentId, accessKey } = payment;
  await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
  return { ...payment, eventId: event.id, clubId: club.id };
}

async function fetchReceipt(orderId: number, { accessKey, token }: { accessKey?: string; token?: string }) {
  const reply = await app.http.inject({
    url: "/api/order/receiptPdf",
    query: { orderId: String(orderId), ...(accessKey === undefined ? {} : { accessKey }) },
    headers: token === undefined ? {} : { authorization: token },
  });
  if (reply.statusCode !== 200) return { code: (reply.json() as { code: string }).code, words: "" };
  return { code: "ok", words: pdfWords(reply.rawPayload).join("\n"), headers: reply.headers };
}

const change = (orderId: number, set: string) =>
  app.database.pool.query(`update orders set ${set} where id = $1`, [orderId]);

test("a receipt has the paid order, with dates in the event's time zone", async () => {
  const { order: placed, accessKey } = await paidOrder();
  const { words, headers } = await fetchReceipt(placed.id, { accessKey });
  expect(headers).toMatchObject({
    "content-type": "application/pdf",
    "cache-control": "no-store",
    "content-disposition": `attachment; filename="receipt-${placed.orderNumber}.pdf"`,
  });
  for (const part of [
    "Harbour Rowers\n1 Pier Road\noffice@harbour.example · +49 40 1",
    "Receipt number\n1\n",
    "ISSUED TO\nMia Keller\nmia@example.org",
    placed.orderNumber,
    "Paid on\nSat, Nov 21, 2026",
    "Paid by\nOnline payment\nStatus\nPaid\nEvent\nNight Gala",
    "Standing\n2\n€42\n€84.00",
    "Tax (7%)\n€5.88\nTotal\n€89.88",
  ])
    expect(words).toContain(part);
});

test("a receipt has the seller that its club has set, with tax number and register", async () => {
  const { order: placed, accessKey, clubId } = await paidOrder();
  await app.database.pool.query(
    `update clubs set legal_name = 'Harbour Rowers e.V.', legal_address = 'Pier 7, Hamburg', country = 'DE',
      tax_number = 'DE123456789', register = 'VR 1234' where id = $1`,
    [clubId],
  );
  expect((await fetchReceipt(placed.id, { accessKey })).words).toContain(
    "Harbour Rowers e.V.\nPier 7, Hamburg, Germany\noffice@harbour.example · +49 40 1\nVR 1234\nTax number DE123456789",
  );
});

test("a receipt says how an order was paid at the door, and what was refunded", async () => {
  const { order: placed, accessKey } = await paidOrder();
  await change(placed.id, "channel = 'door', paid_by = 'cash', payment_id = null");
  expect((await fetchReceipt(placed.id, { accessKey })).words).toContain("Paid by\nCash, at the door");
  await change(placed.id, "paid_by = 'cardTerminal'");
  expect((await fetchReceipt(placed.id, { accessKey })).words).toContain("Paid by\nCard, at the door");
  await change(placed.id, "payment_status = 'refunded', refunded_amount = total_amount");
  const { words } = await fetchReceipt(placed.id, { accessKey });
  expect(words).toContain("Status\nRefunded");
  expect(words).toContain("Refunded\n-€89.88\nRemaining\n€0.00");
});

test("a free order has a receipt that says free of charge, and an unpaid order has none", async () => {
  const { db } = app.database;
  const event = await buildEvent(db);
  const free = await buildTicket(db, event.id, { price: 0 });
  const priced = await buildTicket(db, event.id, { price: 100 });
  const freeOrder = await placeTestOrder(app, event.id, free.id);
  const { words } = await fetchReceipt(freeOrder.order.id, { accessKey: freeOrder.accessKey });
  expect(words).toContain("Status\nFree of charge");
  expect(words).not.toMatch(/Paid/);
  const unpaidOrder = await startTestPayment(app, event.id, priced.id);
  expect(await fetchReceipt(unpaidOrder.order.id, { accessKey: unpaidOrder.accessKey })).toMatchObject({
    code: "notActive",
  });
});

test("staff of the club get a receipt without the access key, and staff of other clubs and visitors do not", async () => {
  const { db } = app.database;
  const { order: placed, accessKey, clubId } = await paidOrder();
  const staff = await buildUser(db, ADMIN, clubId);
  const stranger = await buildUser(db, ADMIN, (await buildClub(db, "Hill Walkers")).id);
  const tokenOf = (userId: number) => openSession(db, userId, app.time.now);
  const requests = [
    { token: await tokenOf(staff.id) },
    { token: await tokenOf(stranger.id), accessKey },
    { token: await tokenOf(stranger.id) },
    { accessKey: "A".repeat(22) },
    {},
  ];
  const codes = [];
  for (const request of requests) codes.push((await fetchReceipt(placed.id, request)).code);
  expect(codes).toEqual(["ok", "ok", "notFound", "notFound", "notFound"]);
});
