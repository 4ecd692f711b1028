import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { auditFigures } from "../../stats/auditFigures.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildQuestion, buildTicket, buildUser } from "../../testing/builders.ts";
import { card, hold, placeTestOrder, startTestPayment } from "../../testing/buying.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let token: string;
let event: { id: number; clubId: number };
let freeTicket: { id: number };
let paidTicket: { id: number };
let vipTicket: { id: number };

beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  event = await buildEvent(db);
  const admin = await buildUser(db, ADMIN, event.clubId);
  token = await openSession(db, admin.id, app.time.now);
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  freeTicket = await buildTicket(db, event.id, { price: 0, title: "Free", maxStock: 10 });
  paidTicket = await buildTicket(db, event.id, { price: 2500, title: "Paid", maxStock: 10 });
  vipTicket = await buildTicket(db, event.id, { price: 9000, title: "VIP", maxStock: 1 });
});

const attendeesOf = async (registrationId: number) =>
  (await app.ask("registration/getRegistrationById", { query: { registrationId }, token })).payload.attendees;
const stockOf = async (ticketId: number) =>
  app.database.db
    .selectFrom("tickets")
    .select(["held", "sold"])
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
const expectRightCounters = async () =>
  expect([await auditCounters(app.database.db), await auditFigures(app.database.db)]).toEqual([[], []]);
const remove = (attendeeId: number, force = false) =>
  app.ask("registration/deleteAttendee", { query: { attendeeId, eventId: event.id, force }, token });
const buyPaidTicket = async (quantity = 1) => {
  const started = await startTestPayment(app, event.id, paidTicket.id, quantity);
  const { paymentIntentId, accessKey } = started;
  const reply = await app.ask("stripe/confirm-payment", {
    body: { paymentIntentId, accessKey, card: card() },
  });
  expect(reply.payload.processed).toBe(true);
  return started;
};

describe("deleting an attendee", () => {
  test("deleting the primary attendee releases the place, and the next attendee becomes the primary one", async () => {
    const { registrationId } = await placeTestOrder(app, event.id, freeTicket.id, 3);
    const [primary, second] = await attendeesOf(registrationId);
    const reply = await remove(primary!.id);
    expect(reply.payload).toEqual({
      attendeeId: primary!.id,
      registrationId,
      deletedRegistration: false,
    });
    expect(await stockOf(freeTicket.id)).toEqual({ held: 0, sold: 2 });
    expect((await attendeesOf(registrationId))[0]).toMatchObject({ id: second!.id, isPrimary: true });
    await expectRightCounters();
  });

  test("a buyer whose own ticket is deleted stays the buyer of the order", async () => {
    const { registrationId, order: placed } = await placeTestOrder(app, event.id, freeTicket.id, 2);
    const [mia] = await attendeesOf(registrationId);
    await remove(mia!.id);
    const stored = await app.ask("order/getHistory", { query: { orderId: placed.id }, token });
    expect(stored.payload.order.buyer.name).toBe("Mia Keller");
  });

  test("the next attendee is the buyer after an attendee without a name, who was the first, is deleted", async () => {
    const rows = [
      ["Order", "Name", "E-mail", "Ticket"],
      ["A1", "", "mia@example.org", "Free"],
      ["A1", "", "", "Free"],
    ];
    const { db } = app.database;
    const { id: eventId } = await buildEvent(db, { clubId: event.clubId });
    await buildTicket(db, eventId, { price: 0, title: "Free", maxStock: 10 });
    await app.ask("registration/bulkImportAttendee", { body: { eventId, rows }, token });
    const list = () => app.ask("registration/getAttendees", { query: { eventId }, token });
    const first = (await list()).payload.items.find(({ isPrimary }) => isPrimary)!;
    const query = { attendeeId: first.attendeeId, eventId, force: false };
    expect((await app.ask("registration/deleteAttendee", { query, token })).status).toBe(200);
    const [second] = (await list()).payload.items;
    const named = { eventId, attendeeId: second!.attendeeId, firstName: "Leo" };
    await app.ask("registration/updateAttendee", { body: named, token });
    const orders = await app.ask("order/getOrders", { query: { eventId }, token });
    expect(orders.payload.items.map(({ buyer }) => buyer.name)).toEqual(["Leo"]);
  });

  test("deleting the last attendee deletes the registration", async () => {
    const { registrationId } = await placeTestOrder(app, event.id, freeTicket.id, 2);
    const [one, other] = await attendeesOf(registrationId);
    expect((await remove(one!.id)).payload.deletedRegistration).toBe(false);
    expect((await remove(other!.id)).payload.deletedRegistration).toBe(true);
    expect(await remove(other!.id)).toMatchObject({ status: 404, code: "notFound" });
    expect(await stockOf(freeTicket.id)).toEqual({ held: 0, sold: 0 });
    await expectRightCounters();
  });

  test("deleting an attendee of another event is refused", async () => {
    const { registrationId } = await placeTestOrder(app, event.id, freeTicket.id);
    const [one] = await attendeesOf(registrationId);
    const other = await buildEvent(app.database.db, { clubId: event.clubId });
    const reply = await app.ask("registration/deleteAttendee", {
      query: { attendeeId: one!.id, eventId: other.id },
      token,
    });
    expect(reply).toMatchObject({ status: 404 });
    expect(await attendeesOf(registrationId)).toHaveLength(1);
  });

  test("deleting a paid attendee needs force, and then the order stays", async () => {
    const { registrationId, order: placedOrder } = await buyPaidTicket(2);
    const [one, other] = await attendeesOf(registrationId);
    expect(await remove(one!.id)).toMatchObject({ status: 409, code: "inUse" });
    expect(await stockOf(paidTicket.id)).toEqual({ held: 0, sold: 2 });
    expect((await remove(one!.id, true)).status).toBe(200);
    expect((await remove(other!.id, true)).payload.deletedRegistration).toBe(true);
    expect(await stockOf(paidTicket.id)).toEqual({ held: 0, sold: 0 });
    const stored = await app.ask("order/getOrderById", { query: { orderId: placedOrder.id }, token });
    expect(stored.payload).toMatchObject({ paymentStatus: "paid", registrationId: null });
    await expectRightCounters();
  });

  test("a free attendee with paid extras is listed as paid, and deleting the attendee needs force", async () => {
    const extras = await buildExtras(app.database.db, event.id, { price: 1000 });
    const { registrationId, accessKey } = await placeTestOrder(app, event.id, freeTicket.id);
    const listed = async () => {
      const query = { eventId: event.id, itemsPerPage: -1 };
      const { items } = (await app.ask("registration/getAttendees", { query, token })).payload;
      return items.find((item) => item.registrationId === registrationId)!;
    };
    const bought = await app.ask("extras/purchaseExtras", {
      body: { registrationId, accessKey, extras: [{ extrasId: extras.id, quantity: 1 }] },
    });
    expect(await listed()).toMatchObject({ orderStatus: "free", isPaid: false });
    const paid = { orderId: bought.payload.order.id, amount: 1000, paidBy: "cash" } as const;
    await app.ask("order/markPaid", { body: paid, token });
    const one = await listed();
    expect(one).toMatchObject({ orderStatus: "free", isPaid: true });
    expect(await remove(one.id)).toMatchObject({ status: 409, code: "inUse" });
    expect((await remove(one.id, true)).payload.deletedRegistration).toBe(true);
    await expectRightCounters();
  });

  test("deleting an attendee several times at the same time releases one place", async () => {
    const { registrationId } = await placeTestOrder(app, event.id, freeTicket.id, 3);
    const [one] = await attendeesOf(registrationId);
    const replies = await Promise.all([remove(one!.id), remove(one!.id), remove(one!.id)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(2);
    expect(await stockOf(freeTicket.id)).toEqual({ held: 0, sold: 2 });
    await expectRightCounters();
  });

  test("deleting attendees while others buy the places keeps every counter right", async () => {
    const { registrationId } = await placeTestOrder(app, event.id, freeTicket.id, 6);
    const attendees = await attendeesOf(registrationId);
    await Promise.allSettled([
      ...attendees.map(({ id }) => remove(id)),
      ...Array.from({ length: 10 }, () => placeTestOrder(app, event.id, freeTicket.id, 2)),
    ]);
    await expectRightCounters();
  });
});

describe("deleting a registration", () => {
  const removeAll = (registrationId: number, force = false) =>
    app.ask("registration/removeRegistration", {
      query: { registrationId, eventId: event.id, force },
      token,
    });

  test("deleting a registration releases all places and extras", async () => {
    const extras = await buildExtras(app.database.db, event.id, { price: 0 });
    const reply = await app.ask("registration/express", {
      body: {
        eventId: event.id,
        tickets: [{ ticketId: freeTicket.id, quantity: 2 }],
        extras: [{ extrasId: extras.id, quantity: 2 }],
        attendees: [
          { ticketId: freeTicket.id, firstName: "Mia", email: "mia@example.org" },
          { ticketId: freeTicket.id, firstName: "Leo" },
        ],
      },
    });
    const { registrationId } = reply.payload.registration;
    expect((await removeAll(registrationId)).payload).toEqual({ registrationId });
    expect(await stockOf(freeTicket.id)).toEqual({ held: 0, sold: 0 });
    await expectRightCounters();
    const removed = await app.ask("registration/getRegistrationById", { query: { registrationId }, token });
    expect(removed.status).toBe(404);
  });

  test("deleting a held registration releases the hold, and deleting a paid registration needs force", async () => {
    const { registration } = await hold(app, event.id, paidTicket.id, 2);
    expect((await removeAll(registration.id)).status).toBe(200);
    const { registrationId } = await buyPaidTicket();
    expect(await removeAll(registrationId)).toMatchObject({ status: 409, code: "inUse" });
    expect((await removeAll(registrationId, true)).status).toBe(200);
    expect(await stockOf(paidTicket.id)).toEqual({ held: 0, sold: 0 });
    await expectRightCounters();
  });
});

describe("free extras that were added after the tickets", () => {
  const addExtras = async (placed: { registrationId: number; accessKey: string }, quantity: number) => {
    const { registrationId, accessKey } = placed;
    const extras = await buildExtras(app.database.db, event.id, { price: 0, maxStock: 20 });
    const { payload } = await app.ask("extras/purchaseExtras", {
      body: { registrationId, accessKey, extras: [{ extrasId: extras.id, quantity }] },
    });
    return { extrasId: extras.id, orderId: payload.order.id };
  };
  const soldOf = async (extrasId: number) =>
    (
      await app.database.db
        .selectFrom("extras")
        .select("sold")
        .where("id", "=", extrasId)
        .executeTakeFirstOrThrow()
    ).sold;
  type Placed = Awaited<ReturnType<typeof placeTestOrder>>;
  const ends: [string, (placed: Placed) => Promise<{ status: number }>][] = [
    [
      "the tickets are cancelled on their order",
      ({ order: { id: orderId } }) =>
        app.ask("order/refund", { body: { orderId, cancelTickets: true }, token }),
    ],
    [
      "the registration is cancelled",
      ({ registrationId: id }) =>
        app.ask("registration/updateStatus", { body: { id, status: false }, token }),
    ],
    [
      "the registration is deleted",
      ({ registrationId }) =>
        app.ask("registration/removeRegistration", {
          query: { registrationId, eventId: event.id },
          token,
        }),
    ],
  ];

  test.each(ends)(
    "free extras that were added later return to sale when %s, unless they were handed over",
    async (_how, end) => {
      const placed = await placeTestOrder(app, event.id, freeTicket.id);
      const parking = await addExtras(placed, 2);
      const shirts = await addExtras(placed, 3);
      await app.database.db
        .updateTable("extras_purchases")
        .set({ handed: [1] })
        .where("order_id", "=", shirts.orderId)
        .execute();
      expect([await soldOf(parking.extrasId), await soldOf(shirts.extrasId)]).toEqual([2, 3]);
      expect((await end(placed)).status).toBe(200);
      expect([await soldOf(parking.extrasId), await soldOf(shirts.extrasId)]).toEqual([0, 3]);
      await expectRightCounters();
    },
  );

  test("the history of an order of free extras says that it was cancelled with the tickets", async () => {
    const placed = await placeTestOrder(app, event.id, freeTicket.id);
    const { orderId } = await addExtras(placed, 1);
    await app.ask("order/refund", { body: { orderId: placed.order.id, cancelTickets: true }, token });
    const { payload } = await app.ask("order/getHistory", { query: { orderId }, token });
    expect(payload.order.paymentStatus).toBe("refunded");
    expect(payload.history.map(({ action }) => action)).toContain("refundAsked");
    await expectRightCounters();
  });
});

describe("cancelling a registration", () => {
  const setStatus = (id: number, status: boolean) =>
    app.ask("registration/updateStatus", { body: { id, status }, token });

  test("cancelling a registration releases the places, and reactivating it takes them again if they are free", async () => {
    const { registrationId } = await placeTestOrder(app, event.id, freeTicket.id, 6);
    expect((await setStatus(registrationId, false)).payload).toMatchObject({
      state: "cancelled",
      status: false,
    });
    expect(await stockOf(freeTicket.id)).toEqual({ held: 0, sold: 0 });
    await expectRightCounters();
    expect((await setStatus(registrationId, true)).payload.state).toBe("active");
    expect((await setStatus(registrationId, true)).payload.state).toBe("active");
    expect(await stockOf(freeTicket.id)).toEqual({ held: 0, sold: 6 });
    await expectRightCounters();
    await setStatus(registrationId, false);
    await placeTestOrder(app, event.id, freeTicket.id, 5);
    expect(await setStatus(registrationId, true)).toMatchObject({ status: 409, code: "soldOut" });
    await expectRightCounters();
  });

  test("cancelling a registration that was paid by card is refused, and a held registration cannot be made active", async () => {
    const { registrationId } = await buyPaidTicket();
    expect(await setStatus(registrationId, false)).toMatchObject({ status: 409, code: "inUse" });
    const { registration } = await hold(app, event.id, paidTicket.id);
    expect(await setStatus(registration.id, true)).toMatchObject({ status: 409, code: "notActive" });
    expect((await setStatus(registration.id, false)).payload.state).toBe("cancelled");
    await expectRightCounters();
  });
});

describe("changing an attendee", () => {
  const change = (attendeeId: number, changes: object) =>
    app.ask("registration/updateAttendee", { body: { attendeeId, eventId: event.id, ...changes }, token });

  test("changing an attendee changes only the sent fields, and no field that staff may not set", async () => {
    const question = await buildQuestion(app.database.db, event.id, { text: "Meal?" });
    const { registrationId } = await placeTestOrder(app, event.id, freeTicket.id);
    const [before] = await attendeesOf(registrationId);
    const reply = await change(before!.id, {
      firstName: "Anna",
      phone: "+66 81 234",
      answers: [{ questionId: question.id, answer: "Fish" }],
      id: 1,
      registrationId: 1,
      qrUuid: "00000000-0000-4000-8000-000000000000",
      checkinTime: "2026-01-01T00:00:00Z",
      isPrimary: false,
      orderStatus: "paid",
      clubId: 1,
    });
    expect(reply.status).toBe(200);
    const [after] = await attendeesOf(registrationId);
    expect(after).toEqual({
      ...before,
      firstName: "Anna",
      phone: "+66 81 234",
      answers: [{ questionId: question.id, text: "Meal?", answer: "Fish" }],
    });
    await change(before!.id, { phone: "", answers: [{ questionId: question.id, answer: "" }] });
    expect((await attendeesOf(registrationId))[0]).toMatchObject({ phone: null, answers: [] });
  });

  test("changing to another ticket moves the place, and is refused if it is sold out or of another event", async () => {
    const { registrationId } = await placeTestOrder(app, event.id, freeTicket.id, 2);
    const [one, other] = await attendeesOf(registrationId);
    expect((await change(one!.id, { ticketId: vipTicket.id })).payload.attendee.ticketTitle).toBe("VIP");
    expect([await stockOf(freeTicket.id), await stockOf(vipTicket.id)]).toEqual([
      { held: 0, sold: 1 },
      { held: 0, sold: 1 },
    ]);
    expect(await change(other!.id, { ticketId: vipTicket.id, firstName: "Never" })).toMatchObject({
      status: 409,
      code: "soldOut",
    });
    expect((await attendeesOf(registrationId)).map(({ firstName }) => firstName)).not.toContain("Never");
    const otherEventTicket = await buildTicket(
      app.database.db,
      (await buildEvent(app.database.db, { clubId: event.clubId })).id,
    );
    expect(await change(other!.id, { ticketId: otherEventTicket.id })).toMatchObject({
      code: "invalidInput",
    });
    await expectRightCounters();
    await change(one!.id, { ticketId: freeTicket.id });
    expect(await stockOf(freeTicket.id)).toEqual({ held: 0, sold: 2 });
    await expectRightCounters();
  });

  test("each change to another ticket is in the order's history, and is mailed to the ticket's holder", async () => {
    const { registrationId, order: placedOrder } = await placeTestOrder(
      app,
      event.id,
      freeTicket.id,
      1,
      "mia@example.org",
    );
    const [one] = await attendeesOf(registrationId);
    const ticketMails = () =>
      app.database.db
        .selectFrom("mails")
        .select(["recipient", "kind"])
        .where("key", "like", `tickets-again:${registrationId}:%`)
        .orderBy("id")
        .execute();
    await change(one!.id, { firstName: "Anna", lastName: "Berg" });
    expect(await ticketMails()).toEqual([]);
    await change(one!.id, { ticketId: vipTicket.id });
    await change(one!.id, { ticketId: freeTicket.id, email: "anna@example.org" });
    expect(await ticketMails()).toEqual([
      { recipient: "mia@example.org", kind: "tickets" },
      { recipient: "anna@example.org", kind: "tickets" },
    ]);
    const { payload } = await app.ask("order/getHistory", { query: { orderId: placedOrder.id }, token });
    expect(payload.history.slice(-2)).toMatchObject([
      { action: "registration.ticketChanged", from: "Free", to: "VIP", people: ["Anna Berg"] },
      { action: "registration.ticketChanged", from: "VIP", to: "Free", people: ["Anna Berg"] },
    ]);
  });

  test("changing many attendees at the same time gives the last place to exactly one", async () => {
    const { registrationId } = await placeTestOrder(app, event.id, freeTicket.id, 8);
    const attendees = await attendeesOf(registrationId);
    const replies = await Promise.all(attendees.map(({ id }) => change(id, { ticketId: vipTicket.id })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === "soldOut")).toHaveLength(7);
    await expectRightCounters();
  });
});

describe("mailing tickets again", () => {
  const countMails = async () =>
    (
      await app.database.db
        .selectFrom("mails")
        .select("recipient")
        .where("key", "like", "tickets-again:%")
        .execute()
    ).length;

  test("tickets that were just mailed again, to one attendee or to the whole list, are not mailed once more in the same way", async () => {
    const mailEvent = await buildEvent(app.database.db, { clubId: event.clubId });
    const ticket = await buildTicket(app.database.db, mailEvent.id, { price: 0 });
    const { registrationId } = await placeTestOrder(app, mailEvent.id, ticket.id, 2, "a@example.org");
    await placeTestOrder(app, mailEvent.id, ticket.id, 1, "b@example.org");
    const [one] = await attendeesOf(registrationId);
    const before = await countMails();
    const send = () =>
      app.ask("registration/sendTicketByAttendeeId", {
        query: { attendeeId: one!.id, eventId: mailEvent.id },
        token,
      });
    expect((await send()).payload).toEqual({ sent: true });
    await send();
    expect(await countMails()).toBe(before + 1);
    const sendAll = (changes: object = {}) =>
      app.ask("registration/sendTickets", { body: { eventId: mailEvent.id, ...changes }, token });
    expect((await sendAll({ searchKeyword: "b@example" })).payload.queued).toBe(1);
    expect((await sendAll()).payload.queued).toBe(1);
    expect((await sendAll()).payload.queued).toBe(0);
    expect(await countMails()).toBe(before + 3);
  });

  test("mailing the tickets of a cancelled registration again is refused", async () => {
    const { registrationId } = await placeTestOrder(app, event.id, freeTicket.id);
    const [one] = await attendeesOf(registrationId);
    await app.ask("registration/updateStatus", { body: { id: registrationId, status: false }, token });
    const reply = await app.ask("registration/sendTicketByAttendeeId", {
      query: { attendeeId: one!.id, eventId: event.id },
      token,
    });
    expect(reply).toMatchObject({ status: 409, code: "notActive" });
  });
});
