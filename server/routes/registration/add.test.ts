import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { BodyInput } from "../../../contract/all.ts";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { auditFigures } from "../../stats/auditFigures.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildQuestion, buildTicket, buildUser } from "../../testing/builders.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let eventId: number;
let ticketId: number;
let token: string;
const hourMs = 3_600_000;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  app.time.now = new Date("2031-06-01T10:00:00Z");
  const start = new Date("2031-06-02T10:00:00Z");
  const event = await buildEvent(db, { start, end: new Date(start.getTime() + 4 * hourMs), taxAmount: 10 });
  eventId = event.id;
  ticketId = (await buildTicket(db, eventId, { price: 2000, maxStock: 3 })).id;
  token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
});

type AddInput = BodyInput<"registration/add">;
const add = (changes: Partial<AddInput> = {}, headers?: Record<string, string>) =>
  app.ask("registration/add", {
    token,
    ...(headers && { headers }),
    body: {
      eventId,
      tickets: [{ ticketId, quantity: 1 }],
      attendees: [{ ticketId, firstName: "Lena", lastName: "Vogt", email: "lena@example.org" }],
      paid: "cash",
      mail: true,
      ...changes,
    },
  });
const mails = async () =>
  (await app.database.db.selectFrom("mails").select(["recipient", "kind"]).execute()).map(
    ({ recipient, kind }) => `${kind} ${recipient}`,
  );
const expectCleanAudits = async () => {
  const { db } = app.database;
  expect([await auditCounters(db), await auditFigures(db)]).toEqual([[], []]);
};
const closing = async () => (await app.ask("event/getClosing", { query: { eventId }, token })).payload;

test("a person who paid in cash has a valid ticket, a paid order with tax, a mail, and a line in the closing", async () => {
  const reply = await add({ reason: "Called on Monday" });
  expect(reply).toMatchObject({
    status: 200,
    msg: "1 person was added.",
    payload: {
      registration: { state: "active", email: "lena@example.org", expiresAt: null },
      attendees: [{ firstName: "Lena", qrText: expect.any(String) }],
      order: {
        paymentStatus: "paid",
        paidBy: "cash",
        channel: "web",
        subtotal: 2000,
        tax: 200,
        totalAmount: 2200,
      },
    },
  });
  expect(await mails()).toContain("tickets lena@example.org");
  const { figures } = await closing();
  expect(figures.ways).toMatchObject([{ channel: "web", way: "cash", orders: 1, taken: 2200 }]);
  expect(figures.tills).toMatchObject([{ till: "office", expected: 2200 }]);
  const { history } = (
    await app.ask("order/getHistory", { query: { orderId: reply.payload.order.id }, token })
  ).payload;
  expect(history.map(({ action, by, note }) => [action, by, note])).toContainEqual([
    "addedByHand",
    "Mia Keller",
    "Called on Monday",
  ]);
  await expectCleanAudits();
});

test("a price that staff choose replaces the list prices, and is divided over tickets and extras", async () => {
  const extra = await buildExtras(app.database.db, eventId, { price: 700 });
  const priced = {
    tickets: [{ ticketId, quantity: 1 }],
    extras: [{ extrasId: extra.id, quantity: 2 }],
    paid: "transfer" as const,
    price: 1001,
  };
  const { order, registration } = (await add(priced)).payload;
  expect(order).toMatchObject({ subtotal: 1001, tax: 100, totalAmount: 1101, paidBy: "bankTransfer" });
  expect(order.items.map(({ total }) => total)).toEqual([589, 412]);
  const purchases = await app.database.db
    .selectFrom("extras_purchases")
    .selectAll()
    .where("registration_id", "=", registration.id)
    .execute();
  expect(purchases).toHaveLength(1);
  // 10.01 cannot be divided equally by two tickets.
  const two = { tickets: [{ ticketId, quantity: 2 }], price: 1001 };
  const attendees = ["Ada", "Bo"].map((firstName) => ({ ticketId, firstName }));
  expect((await add({ ...two, attendees })).payload).toMatchObject({ fields: [{ path: "price" }] });
  await expectCleanAudits();
});

test("a price that staff choose is not divided over what is free, unless everything is free", async () => {
  const { db } = app.database;
  const programme = await buildExtras(db, eventId, { price: 0 });
  const withProgramme = {
    tickets: [{ ticketId, quantity: 3 }],
    extras: [{ extrasId: programme.id, quantity: 1 }],
    attendees: ["Ada", "Bo", "Cy"].map((firstName) => ({ ticketId, firstName })),
  };
  expect((await add({ ...withProgramme, price: 2000 })).payload).toMatchObject({
    fields: [{ path: "price" }],
  });
  const { order } = (await add({ ...withProgramme, price: 2001 })).payload;
  expect(order.items.map(({ unitPrice }) => unitPrice)).toEqual([667, 0]);
  const free = await buildTicket(db, eventId, { price: 0, maxStock: 3 });
  const member = {
    tickets: [{ ticketId: free.id, quantity: 1 }],
    attendees: [{ ticketId: free.id, firstName: "Di" }],
    extras: [{ extrasId: programme.id, quantity: 2 }],
    price: 1000,
  };
  expect((await add(member)).payload.order.items.map(({ unitPrice }) => unitPrice)).toEqual([334, 333]);
});

test("staff can add a free guest without a mail address or answers, and the guest gets no mail", async () => {
  await buildQuestion(app.database.db, eventId, { text: "Meal?", required: true });
  const before = await mails();
  const guest = { attendees: [{ ticketId, firstName: "Queen" }], paid: "free" as const };
  const reply = await add({ ...guest, reason: "Guest of honour" });
  expect(reply.payload).toMatchObject({
    registration: { state: "active", email: null },
    order: { paymentStatus: "free", totalAmount: 0, items: [{ unitPrice: 0, quantity: 1 }] },
  });
  expect((await add({ paid: "free", mail: false })).status).toBe(200);
  expect(await mails()).toEqual(before);
  expect((await add({ paid: "free", price: 100 })).payload).toMatchObject({ fields: [{ path: "price" }] });
  expect((await add({ paid: "cash", price: 0 })).payload).toMatchObject({ fields: [{ path: "paid" }] });
  await expectCleanAudits();
});

test("an answer must fit its question, and the question must belong to this event", async () => {
  const { db } = app.database;
  const meal = await buildQuestion(db, eventId, { text: "Meal?", typeId: 2, options: ["Fish", "Vegan"] });
  const withAnswer = (answer: string, questionId = meal.id) => ({
    attendees: [{ ticketId, firstName: "Lena", answers: [{ questionId, answer }] }],
  });
  expect((await add(withAnswer("Fish"))).payload.attendees[0]!.answers).toMatchObject([{ answer: "Fish" }]);
  expect((await add(withAnswer("Beef"))).payload).toMatchObject({
    fields: [{ path: "attendees.0.answers.0" }],
  });
  const other = await buildEvent(db, {});
  const foreign = await buildQuestion(db, other.id, { text: "Secret?" });
  expect((await add(withAnswer("Fish", foreign.id))).status).toBe(400);
});

test("places that are paid later stay reserved until the event is over, and are valid once the order is marked as paid", async () => {
  const payer = { attendees: [{ ticketId, firstName: "Cy", email: "cy@example.org" }] };
  const reply = await add({ ...payer, paid: "later" });
  expect(reply.payload).toMatchObject({
    registration: { state: "pending", expiresAt: "2031-06-02T14:00:00.000Z" },
    order: { paymentStatus: "pending", paidBy: null },
  });
  expect(await mails()).not.toContain("tickets cy@example.org");
  app.time.now = new Date("2031-06-02T13:00:00Z");
  await app.checkout.sweep();
  const { id } = reply.payload.order;
  const paid = await app.ask("order/markPaid", {
    body: { orderId: id, amount: 2200, paidBy: "cash", note: "" },
    token,
  });
  expect(paid.payload).toMatchObject({ paymentStatus: "paid", paidBy: "cash" });
  expect(await mails()).toContain("tickets cy@example.org");

  const late = await add({ paid: "later" });
  app.time.now = new Date("2031-06-02T14:00:01Z");
  await app.checkout.sweep();
  const query = { registrationId: late.payload.registration.id };
  const ended = await app.ask("registration/getRegistrationById", { query, token });
  expect(ended.payload.registration.state).toBe("expired");
  expect((await add({ paid: "later" })).payload).toMatchObject({ fields: [{ path: "paid" }] });
  await expectCleanAudits();
});

test("places that are paid later stay reserved until the event's new end if staff move the event", async () => {
  const { payload } = await add({ paid: "later" });
  const until = async () => {
    const query = { registrationId: payload.registration.id };
    const reply = await app.ask("registration/getRegistrationById", { query, token });
    return reply.payload.registration.expiresAt;
  };
  const move = (startDatetime: string, endDatetime: string | null) =>
    app.ask("event/save", { body: { id: eventId, startDatetime, endDatetime }, token });
  expect((await move("2031-07-01T14:00:00Z", "2031-07-01T16:00:00Z")).status).toBe(200);
  expect(await until()).toBe("2031-07-01T16:00:00.000Z");
  expect((await move("2031-06-10T14:00:00Z", null)).status).toBe(200);
  expect(await until()).toBe("2031-06-11T14:00:00.000Z");
  await expectCleanAudits();
});

test("staff can add people to drafts, outside the sale's time and with hidden tickets, but not more than there are places, nor to a cancelled event", async () => {
  const { db } = app.database;
  await db.updateTable("events").set({ is_active: false }).where("id", "=", eventId).execute();
  const outsideSale = { is_hidden: true, sales_end: new Date("2031-05-01T00:00:00Z") };
  await db.updateTable("tickets").set(outsideSale).where("id", "=", ticketId).execute();
  expect((await add()).status).toBe(200);
  const three = {
    tickets: [{ ticketId, quantity: 3 }],
    attendees: ["Ada", "Bo", "Cy"].map((firstName) => ({ ticketId, firstName })),
  };
  expect(await add(three)).toMatchObject({
    code: "notEnoughLeft",
    payload: { available: { [ticketId]: 2 } },
  });
  await db.updateTable("events").set({ cancelled_at: new Date() }).where("id", "=", eventId).execute();
  expect((await add()).code).toBe("salesClosed");
  await expectCleanAudits();
});

test("two requests with one Idempotency-Key add people once, and staff of another club cannot add people", async () => {
  const key = { "idempotency-key": "adds-lena" };
  const [first, second] = await Promise.all([add({}, key), add({}, key)]);
  expect(first.payload.registration.id).toBe(second.payload.registration.id);
  const { db } = app.database;
  const stranger = await buildEvent(db, {});
  token = await openSession(db, (await buildUser(db, ADMIN, stranger.clubId)).id, app.time.now);
  expect((await add()).code).toBe("notFound");
});
