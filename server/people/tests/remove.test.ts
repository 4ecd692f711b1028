import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { auditFigures } from "../../stats/auditFigures.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildQuestion, buildTicket, buildUser } from "../../testing/builders.ts";
import { card, hold, order, startedPayment } from "../../testing/buying.ts";
import { openSession } from "../../testing/tokens.ts";

let app: TestApp;
let token: string;
let event: { id: number; clubId: number };
let free: { id: number };
let paid: { id: number };
let vip: { id: number };

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
  free = await buildTicket(db, event.id, { price: 0, title: "Free", maxStock: 10 });
  paid = await buildTicket(db, event.id, { price: 2500, title: "Paid", maxStock: 10 });
  vip = await buildTicket(db, event.id, { price: 9000, title: "VIP", maxStock: 1 });
});

const attendeesOf = async (registrationId: number) =>
  (await app.ask("registration/getRegistrationById", { query: { registrationId }, token })).payload.attendees;
const stockOf = async (ticketId: number) =>
  app.database.db
    .selectFrom("tickets")
    .select(["held", "sold"])
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
const countersAreRight = async () =>
  expect([await auditCounters(app.database.db), await auditFigures(app.database.db)]).toEqual([[], []]);
const remove = (attendeeId: number, force = false) =>
  app.ask("registration/deleteAttendee", { query: { attendeeId, eventId: event.id, force }, token });
const bought = async (quantity = 1) => {
  const started = await startedPayment(app, event.id, paid.id, quantity);
  const { paymentIntentId, accessKey } = started;
  const reply = await app.ask("stripe/confirm-payment", {
    body: { paymentIntentId, accessKey, card: card() },
  });
  expect(reply.payload.processed).toBe(true);
  return started;
};

describe("deleting an attendee", () => {
  test("gives the place back, and the next one speaks for the registration", async () => {
    const { registrationId } = await order(app, event.id, free.id, 3);
    const [primary, second] = await attendeesOf(registrationId);
    const reply = await remove(primary!.id);
    expect(reply.payload).toEqual({
      attendeeId: primary!.id,
      registrationId,
      deletedRegistration: false,
    });
    expect(await stockOf(free.id)).toEqual({ held: 0, sold: 2 });
    expect((await attendeesOf(registrationId))[0]).toMatchObject({ id: second!.id, isPrimary: true });
    await countersAreRight();
  });

  test("that is the last one takes the registration along", async () => {
    const { registrationId } = await order(app, event.id, free.id, 2);
    const [one, other] = await attendeesOf(registrationId);
    expect((await remove(one!.id)).payload.deletedRegistration).toBe(false);
    expect((await remove(other!.id)).payload.deletedRegistration).toBe(true);
    expect(await remove(other!.id)).toMatchObject({ status: 404, code: "notFound" });
    expect(await stockOf(free.id)).toEqual({ held: 0, sold: 0 });
    await countersAreRight();
  });

  test("of an event that is another's is refused", async () => {
    const { registrationId } = await order(app, event.id, free.id);
    const [one] = await attendeesOf(registrationId);
    const other = await buildEvent(app.database.db, { clubId: event.clubId });
    const reply = await app.ask("registration/deleteAttendee", {
      query: { attendeeId: one!.id, eventId: other.id },
      token,
    });
    expect(reply).toMatchObject({ status: 404 });
    expect(await attendeesOf(registrationId)).toHaveLength(1);
  });

  test("that is paid for is refused until it is said with force, and the order stays", async () => {
    const { registrationId, order: placed } = await bought(2);
    const [one, other] = await attendeesOf(registrationId);
    expect(await remove(one!.id)).toMatchObject({ status: 409, code: "inUse" });
    expect(await stockOf(paid.id)).toEqual({ held: 0, sold: 2 });
    expect((await remove(one!.id, true)).status).toBe(200);
    expect((await remove(other!.id, true)).payload.deletedRegistration).toBe(true);
    expect(await stockOf(paid.id)).toEqual({ held: 0, sold: 0 });
    const stored = await app.ask("order/getOrderById", { query: { orderId: placed.id }, token });
    expect(stored.payload).toMatchObject({ paymentStatus: "paid", registrationId: null });
    await countersAreRight();
  });

  test("twice at once gives one place back once", async () => {
    const { registrationId } = await order(app, event.id, free.id, 3);
    const [one] = await attendeesOf(registrationId);
    const reply = await Promise.all([remove(one!.id), remove(one!.id), remove(one!.id)]);
    expect(reply.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(reply.filter(({ status }) => status === 404)).toHaveLength(2);
    expect(await stockOf(free.id)).toEqual({ held: 0, sold: 2 });
    await countersAreRight();
  });

  test("while others buy the places keeps every counter right", async () => {
    const { registrationId } = await order(app, event.id, free.id, 6);
    const attendees = await attendeesOf(registrationId);
    await Promise.allSettled([
      ...attendees.map(({ id }) => remove(id)),
      ...Array.from({ length: 10 }, () => order(app, event.id, free.id, 2)),
    ]);
    await countersAreRight();
  });
});

describe("deleting a registration", () => {
  const removeAll = (registrationId: number, force = false) =>
    app.ask("registration/removeRegistration", {
      query: { registrationId, eventId: event.id, force },
      token,
    });

  test("gives all places and extras back", async () => {
    const extras = await buildExtras(app.database.db, event.id, { price: 0 });
    const reply = await app.ask("registration/express", {
      body: {
        eventId: event.id,
        tickets: [{ ticketId: free.id, quantity: 2 }],
        extras: [{ extrasId: extras.id, quantity: 2 }],
        attendees: [
          { ticketId: free.id, firstName: "Mia", email: "mia@example.org" },
          { ticketId: free.id, firstName: "Leo" },
        ],
      },
    });
    const { registrationId } = reply.payload.registration;
    expect((await removeAll(registrationId)).payload).toEqual({ registrationId });
    expect(await stockOf(free.id)).toEqual({ held: 0, sold: 0 });
    await countersAreRight();
    const ended = await app.ask("registration/getRegistrationById", { query: { registrationId }, token });
    expect(ended.status).toBe(404);
  });

  test("that is held gives the hold back; one that is paid for is refused", async () => {
    const { registration } = await hold(app, event.id, paid.id, 2);
    expect((await removeAll(registration.id)).status).toBe(200);
    const { registrationId } = await bought();
    expect(await removeAll(registrationId)).toMatchObject({ status: 409, code: "inUse" });
    expect((await removeAll(registrationId, true)).status).toBe(200);
    expect(await stockOf(paid.id)).toEqual({ held: 0, sold: 0 });
    await countersAreRight();
  });
});

describe("cancelling a registration", () => {
  const setStatus = (id: number, status: boolean) =>
    app.ask("registration/updateStatus", { body: { id, status }, token });

  test("gives the places back, and taking it up takes them again while they are free", async () => {
    const { registrationId } = await order(app, event.id, free.id, 6);
    expect((await setStatus(registrationId, false)).payload).toMatchObject({
      state: "cancelled",
      status: false,
    });
    expect(await stockOf(free.id)).toEqual({ held: 0, sold: 0 });
    await countersAreRight();
    expect((await setStatus(registrationId, true)).payload.state).toBe("active");
    expect((await setStatus(registrationId, true)).payload.state).toBe("active");
    expect(await stockOf(free.id)).toEqual({ held: 0, sold: 6 });
    await countersAreRight();
    await setStatus(registrationId, false);
    await order(app, event.id, free.id, 5);
    expect(await setStatus(registrationId, true)).toMatchObject({ status: 409, code: "soldOut" });
    await countersAreRight();
  });

  test("that is paid for is refused, and one that never was cannot be made active", async () => {
    const { registrationId } = await bought();
    expect(await setStatus(registrationId, false)).toMatchObject({ status: 409, code: "inUse" });
    const { registration } = await hold(app, event.id, paid.id);
    expect(await setStatus(registration.id, true)).toMatchObject({ status: 409, code: "notActive" });
    expect((await setStatus(registration.id, false)).payload.state).toBe("cancelled");
    await countersAreRight();
  });
});

describe("changing an attendee", () => {
  const change = (attendeeId: number, more: object) =>
    app.ask("registration/updateAttendee", { body: { attendeeId, eventId: event.id, ...more }, token });

  test("changes what is given and leaves the rest; what staff may not set stays", async () => {
    const question = await buildQuestion(app.database.db, event.id, { text: "Meal?" });
    const { registrationId } = await order(app, event.id, free.id);
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

  test("to another ticket moves the place; to one that is full, or another event's, it is refused", async () => {
    const { registrationId } = await order(app, event.id, free.id, 2);
    const [one, other] = await attendeesOf(registrationId);
    expect((await change(one!.id, { ticketId: vip.id })).payload.attendee.ticketTitle).toBe("VIP");
    expect([await stockOf(free.id), await stockOf(vip.id)]).toEqual([
      { held: 0, sold: 1 },
      { held: 0, sold: 1 },
    ]);
    expect(await change(other!.id, { ticketId: vip.id, firstName: "Never" })).toMatchObject({
      status: 409,
      code: "soldOut",
    });
    expect((await attendeesOf(registrationId)).map(({ firstName }) => firstName)).not.toContain("Never");
    const elsewhere = await buildTicket(
      app.database.db,
      (await buildEvent(app.database.db, { clubId: event.clubId })).id,
    );
    expect(await change(other!.id, { ticketId: elsewhere.id })).toMatchObject({ code: "invalidInput" });
    await countersAreRight();
    await change(one!.id, { ticketId: free.id });
    expect(await stockOf(free.id)).toEqual({ held: 0, sold: 2 });
    await countersAreRight();
  });

  test("to another ticket is in the order's history, and mailed to whoever has it, each time", async () => {
    const { registrationId, order: placed } = await order(app, event.id, free.id, 1, "mia@example.org");
    const [one] = await attendeesOf(registrationId);
    const mailed = () =>
      app.database.db
        .selectFrom("mails")
        .select(["recipient", "kind"])
        .where("key", "like", `tickets-again:${registrationId}:%`)
        .orderBy("id")
        .execute();
    await change(one!.id, { firstName: "Anna", lastName: "Berg" });
    expect(await mailed()).toEqual([]);
    await change(one!.id, { ticketId: vip.id });
    await change(one!.id, { ticketId: free.id, email: "anna@example.org" });
    expect(await mailed()).toEqual([
      { recipient: "mia@example.org", kind: "tickets" },
      { recipient: "anna@example.org", kind: "tickets" },
    ]);
    const { payload } = await app.ask("order/getHistory", { query: { orderId: placed.id }, token });
    expect(payload.history.slice(-2)).toMatchObject([
      { action: "registration.ticketChanged", from: "Free", to: "VIP", people: ["Anna Berg"] },
      { action: "registration.ticketChanged", from: "VIP", to: "Free", people: ["Anna Berg"] },
    ]);
  });

  test("of many at once gives the last place to exactly one", async () => {
    const { registrationId } = await order(app, event.id, free.id, 8);
    const attendees = await attendeesOf(registrationId);
    const reply = await Promise.all(attendees.map(({ id }) => change(id, { ticketId: vip.id })));
    expect(reply.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(reply.filter(({ code }) => code === "soldOut")).toHaveLength(7);
    await countersAreRight();
  });
});

describe("mailing tickets again", () => {
  const mails = async () =>
    (
      await app.database.db
        .selectFrom("mails")
        .select("recipient")
        .where("key", "like", "tickets-again:%")
        .execute()
    ).length;

  test("writes to one once a minute, and to all that are shown once an hour", async () => {
    const mine = await buildEvent(app.database.db, { clubId: event.clubId });
    const kind = await buildTicket(app.database.db, mine.id, { price: 0 });
    const { registrationId } = await order(app, mine.id, kind.id, 2, "a@example.org");
    await order(app, mine.id, kind.id, 1, "b@example.org");
    const [one] = await attendeesOf(registrationId);
    const before = await mails();
    const send = () =>
      app.ask("registration/sendTicketByAttendeeId", {
        query: { attendeeId: one!.id, eventId: mine.id },
        token,
      });
    expect((await send()).payload).toEqual({ sent: true });
    await send();
    expect(await mails()).toBe(before + 1);
    const all = (more: object = {}) =>
      app.ask("registration/sendTickets", { body: { eventId: mine.id, ...more }, token });
    expect((await all({ searchKeyword: "b@example" })).payload.queued).toBe(1);
    expect((await all()).payload.queued).toBe(1);
    expect((await all()).payload.queued).toBe(0);
    expect(await mails()).toBe(before + 3);
  });

  test("is refused while there is no ticket to mail", async () => {
    const { registrationId } = await order(app, event.id, free.id);
    const [one] = await attendeesOf(registrationId);
    await app.ask("registration/updateStatus", { body: { id: registrationId, status: false }, token });
    const reply = await app.ask("registration/sendTicketByAttendeeId", {
      query: { attendeeId: one!.id, eventId: event.id },
      token,
    });
    expect(reply).toMatchObject({ status: 409, code: "notActive" });
  });
});
