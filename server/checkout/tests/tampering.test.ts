import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CallName } from "../../../contract/all.ts";
import { holdLimits } from "../../../contract/rules/holdLimits.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import {
  buildEvent,
  buildExtras,
  buildQuestion,
  buildTicket,
  type EventSpec,
} from "../../testing/builders.ts";
import { card, hold, people, placeTestOrder, startTestPayment } from "../../testing/buying.ts";
import { databaseContents } from "../../testing/contents.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const day = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * day);

async function openSale(spec: EventSpec = {}, price = 2500) {
  const event = await buildEvent(app.database.db, { taxAmount: 19, ...spec });
  const ticket = await buildTicket(app.database.db, event.id, { price });
  return { eventId: event.id, ticketId: ticket.id };
}

/** Checks that the request writes nothing. */
async function refusal(name: CallName, request: TestRequest) {
  const before = await databaseContents(app.database.db);
  const { status, code, msg, payload } = await app.ask(name, request);
  expect(await databaseContents(app.database.db)).toEqual(before);
  return { status, code, msg, payload: payload as unknown };
}

describe("a price", () => {
  test("a hold's price is the ticket's price, whatever prices the client sends", async () => {
    const { eventId, ticketId } = await openSale();
    const line = { ticketId, quantity: 2, price: 1, unitPrice: 1, total: 1, currency: "thb" };
    const reply = await app.ask("registration/initRegistration", {
      body: {
        eventId,
        tickets: [line],
        price: 1,
        currency: "thb",
        totalAmount: 1,
        tax: 0,
        quote: { totalAmount: 1 },
      },
    });
    expect(reply.payload.quote).toMatchObject({
      subtotal: 5000,
      tax: 950,
      totalAmount: 5950,
      currency: "eur",
    });
  });

  test("a total that differs from the server's is refused by createOrder and express, with the correct total", async () => {
    const { eventId, ticketId } = await openSale();
    const held = await hold(app, eventId, ticketId);
    const proof = { registrationId: held.registration.id, accessKey: held.accessKey };
    await app.ask("registration/save", { body: { ...proof, attendees: people(ticketId) } });
    const mismatch = { status: 409, code: "amountMismatch", payload: { totalAmount: 2975 } };
    for (const totalAmount of [0, 1, 2500, 2974, 2976, 2_000_000_000]) {
      expect(await refusal("order/createOrder", { body: { ...proof, totalAmount } })).toMatchObject(mismatch);
      const express = {
        eventId,
        tickets: [{ ticketId, quantity: 1 }],
        attendees: people(ticketId),
        totalAmount,
      };
      expect(await refusal("registration/express", { body: express })).toMatchObject(mismatch);
    }
  });

  test("an order keeps the quoted price when the club changes the price before the order is placed", async () => {
    const { eventId, ticketId } = await openSale();
    const held = await hold(app, eventId, ticketId);
    await app.database.db.updateTable("tickets").set({ price: 9900 }).where("id", "=", ticketId).execute();
    const proof = { registrationId: held.registration.id, accessKey: held.accessKey };
    await app.ask("registration/save", { body: { ...proof, attendees: people(ticketId) } });
    const placed = await app.ask("order/createOrder", { body: { ...proof, totalAmount: 2975 } });
    expect(placed.payload.order).toMatchObject({ totalAmount: 2975, items: [{ unitPrice: 2500 }] });
  });

  test("an intent has the amount and currency of its order, whatever the client sends", async () => {
    const { eventId, ticketId } = await openSale();
    const { order: placed, accessKey } = await placeTestOrder(app, eventId, ticketId);
    const started = await app.ask("stripe/create-payment-intent", {
      body: { orderId: placed.id, accessKey, amount: 1, currency: "thb" },
    });
    expect(started.payload).toMatchObject({ amount: 2975, currency: "eur" });
  });
});

describe("a number of tickets", () => {
  const wrongQuantities = [-1, 0, 1.5, 1e9, "1", "NaN", null, true, [1], {}, holdLimits.quantity + 1];
  test.each(wrongQuantities)("a ticket quantity of %j is refused", async (quantity) => {
    const { eventId, ticketId } = await openSale();
    const reply = await refusal("registration/initRegistration", {
      body: { eventId, tickets: [{ ticketId, quantity }] },
    });
    expect(reply).toMatchObject({ status: 400, code: "invalidInput" });
    expect(reply.msg).toContain("tickets.0.quantity must be");
  });

  test("the ticket limit counts all lines: 100 lines of one ticket are 100 tickets", async () => {
    const { eventId, ticketId } = await openSale();
    const lines = (count: number) => Array.from({ length: count }, () => ({ ticketId, quantity: 1 }));
    const ask = (count: number) =>
      refusal("registration/initRegistration", { body: { eventId, tickets: lines(count) } });
    expect((await ask(11)).msg).toBe("tickets must be at most 10 tickets in one registration.");
    expect((await ask(100)).msg).toBe("tickets must be at most 10 tickets in one registration.");
    expect((await ask(1000)).msg).toBe("tickets must have at most 100 lines.");
  });

  test("an invalid quantity of an extra is refused", async () => {
    const { eventId, ticketId } = await openSale();
    const extras = await buildExtras(app.database.db, eventId);
    for (const quantity of [-1, 0, 1.5, 1e9, "1"]) {
      const reply = await refusal("registration/initRegistration", {
        body: { eventId, tickets: [{ ticketId, quantity: 1 }], extras: [{ extrasId: extras.id, quantity }] },
      });
      expect(reply.msg).toContain("extras.0.quantity");
    }
  });
});

describe("what is not on sale cannot be bought", () => {
  const requestFor = (eventId: number, ticketId: number, extrasId?: number): TestRequest => ({
    body: {
      eventId,
      tickets: [{ ticketId, quantity: 1 }],
      ...(extrasId === undefined ? {} : { extras: [{ extrasId, quantity: 1 }] }),
      attendees: people(ticketId),
    },
  });
  const sendToBothCalls = async (request: TestRequest) => [
    await refusal("registration/initRegistration", request),
    await refusal("registration/express", request),
  ];

  test("another event's ticket or extra cannot be bought", async () => {
    const ownEvent = await openSale();
    const otherEvent = await openSale();
    const extras = await buildExtras(app.database.db, otherEvent.eventId);
    for (const reply of await sendToBothCalls(requestFor(ownEvent.eventId, otherEvent.ticketId)))
      expect(reply).toMatchObject({ status: 400, msg: "tickets.0.ticketId is not a ticket of this event." });
    for (const reply of await sendToBothCalls(requestFor(ownEvent.eventId, ownEvent.ticketId, extras.id)))
      expect(reply).toMatchObject({ status: 400, msg: "extras.0.extrasId is not an extra of this event." });
  });

  test("an inactive ticket or extra cannot be bought", async () => {
    const { eventId, ticketId } = await openSale();
    const inactive = await buildTicket(app.database.db, eventId, { title: "Crew only", isActive: false });
    const extras = await buildExtras(app.database.db, eventId, { isActive: false });
    for (const reply of await sendToBothCalls(requestFor(eventId, inactive.id)))
      expect(reply).toMatchObject({ status: 409, code: "salesClosed", msg: "This ticket is not on sale." });
    for (const reply of await sendToBothCalls(requestFor(eventId, ticketId, extras.id)))
      expect(reply).toMatchObject({ status: 400 });
  });

  test.each<[string, EventSpec, string]>([
    ["an unpublished event", { isActive: false }, "notFound"],
    ["a cancelled event", { cancelledAt: new Date() }, "salesClosed"],
    ["an event that is over", { start: inDays(-2), end: inDays(-1) }, "salesClosed"],
    ["an event before its sale", { config: { salesStart: inDays(1).toISOString() } }, "salesClosed"],
    ["an event after its sale", { config: { salesEnd: inDays(-1).toISOString() } }, "salesClosed"],
  ])("tickets of %s cannot be bought", async (_what, spec, code) => {
    const { eventId, ticketId } = await openSale(spec);
    for (const reply of await sendToBothCalls(requestFor(eventId, ticketId)))
      expect(reply).toMatchObject({ code });
  });
});

describe("people and answers", () => {
  test("people and answers must match the hold's tickets and the event's questions", async () => {
    const { eventId, ticketId } = await openSale();
    const other = await openSale();
    const menu = await buildQuestion(app.database.db, eventId, {
      typeId: 2,
      required: true,
      options: ["Fish", "Vegan"],
    });
    const foreign = await buildQuestion(app.database.db, other.eventId);
    const held = await hold(app, eventId, ticketId);
    const proof = { registrationId: held.registration.id, accessKey: held.accessKey };
    const mia = { ticketId, firstName: "Mia", email: "mia@example.org" };
    const fish = { questionId: menu.id, answer: "Fish" };
    const save = async (attendees: object[]) =>
      (await refusal("registration/save", { body: { ...proof, attendees } })).msg;
    expect(await save([{ ...mia, ticketId: other.ticketId, answers: [fish] }])).toBe(
      "attendees.0.ticketId is not a ticket of this registration.",
    );
    expect(await save([mia, mia])).toContain("attendees must have 1 with ticket");
    expect(await save([mia])).toBe(`attendees.0.answers.question${menu.id} is required.`);
    expect(await save([{ ...mia, answers: [{ questionId: menu.id, answer: "Meat" }] }])).toContain(
      "must be one of the options",
    );
    expect(await save([{ ...mia, answers: [fish, { questionId: foreign.id, answer: "x" }] }])).toContain(
      "is not a question of this event",
    );
    expect(await save([{ ...mia, answers: [fish, fish] }])).toContain("answers the same question twice");
    const saved = await app.ask("registration/save", {
      body: { ...proof, attendees: [{ ...mia, answers: [fish] }] },
    });
    expect(saved.payload.attendees).toMatchObject([{ answers: [{ questionId: menu.id, answer: "Fish" }] }]);
  });
});

describe("fields that a client must not set", () => {
  const protectedFields = {
    id: 7,
    state: "active",
    status: true,
    paymentStatus: "paid",
    clubId: 7,
    createdAt: "2000-01-01",
  };

  test("protected fields in a request do not change a hold", async () => {
    const { eventId, ticketId } = await openSale();
    const forged = {
      ...protectedFields,
      registrationId: 7,
      accessKey: "chosenByTheClient",
      expiresAt: "2099-01-01T00:00:00.000Z",
      registration: protectedFields,
      places: 0,
    };
    const reply = await app.ask("registration/initRegistration", {
      body: { ...forged, eventId, tickets: [{ ...forged, ticketId, quantity: 1 }] },
    });
    const { registration, accessKey } = reply.payload;
    expect(registration).toMatchObject({ state: "held", status: false });
    expect(accessKey).not.toBe(forged.accessKey);
    expect(Date.parse(registration.expiresAt!)).toBe(app.time.now.getTime() + 15 * 60_000);
    expect(registration.id).not.toBe(7);
  });

  test("protected fields in a request do not change people, orders, and payments", async () => {
    const { eventId, ticketId } = await openSale();
    const held = await hold(app, eventId, ticketId);
    const proof = { registrationId: held.registration.id, accessKey: held.accessKey };
    const attendee = {
      ...people(ticketId)[0],
      attendeeId: 7,
      qrUuid: "00000000-0000-4000-8000-000000000000",
    };
    const saved = await app.ask("registration/save", {
      body: {
        ...protectedFields,
        ...proof,
        attendees: [{ ...attendee, ...protectedFields, checkinId: 7, checkinTime: "2000-01-01" }],
      },
    });
    expect(saved.payload.registration.state).toBe("held");
    const [savedAttendee] = saved.payload.attendees;
    expect(savedAttendee).toMatchObject({ checkinId: null, checkinTime: null, qrText: null });
    expect(savedAttendee?.id).not.toBe(attendee.attendeeId);
    expect(savedAttendee?.qrUuid).not.toBe(attendee.qrUuid);
    const placed = await app.ask("order/createOrder", {
      body: { ...protectedFields, ...proof, refundedAmount: 1, paidAt: "2000-01-01" },
    });
    expect(placed.payload.order).toMatchObject({ paymentStatus: "pending", refundedAmount: 0, paidAt: null });
    const started = await app.ask("stripe/create-payment-intent", {
      body: {
        ...protectedFields,
        orderId: placed.payload.order.id,
        accessKey: proof.accessKey,
        state: "succeeded",
      },
    });
    const confirmed = await app.ask("stripe/confirm-payment", {
      body: {
        ...protectedFields,
        paymentIntentId: started.payload.paymentIntentId,
        accessKey: proof.accessKey,
        processed: true,
      },
    });
    expect(confirmed.payload).toMatchObject({ processed: false, registration: { state: "pending" } });
  });
});

describe("limits on payment calls", () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await testApp({ limited: true });
  });
  afterAll(() => limited.close());

  test("an order has one intent, and a client may request it 60 times a minute", async () => {
    const { db } = limited.database;
    const event = await buildEvent(db);
    const ticket = await buildTicket(db, event.id, { price: 2500 });
    const { order: placed, accessKey } = await placeTestOrder(limited, event.id, ticket.id);
    const start = () =>
      limited.ask("stripe/create-payment-intent", { body: { orderId: placed.id, accessKey } });
    const replies = [];
    for (let time = 0; time < 61; time++) replies.push(await start());
    expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
    expect(replies.at(-1)!.code).toBe("tooMany");
    expect(new Set(replies.slice(0, 60).map(({ payload }) => payload.paymentIntentId)).size).toBe(1);
    expect(await db.selectFrom("payments").select("id").execute()).toHaveLength(1);
  });

  test.each([
    ["sponsorship/createSponsorshipPaymentIntent", 60],
    ["stripe/confirm-payment", 120],
  ] as const)(
    "%s is answered %i times a minute for one client, and requests with an invalid body count too",
    async (call, limit) => {
      const statuses = [];
      for (let time = 0; time <= limit; time++) statuses.push((await limited.ask(call, { body: {} })).status);
      expect(statuses).toEqual([...Array.from({ length: limit }, () => 400), 429]);
    },
  );
});

describe("no step can be skipped", () => {
  test("an order needs people, a payment needs an order, and tickets need a payment", async () => {
    const { eventId, ticketId } = await openSale();
    const held = await hold(app, eventId, ticketId);
    const proof = { registrationId: held.registration.id, accessKey: held.accessKey };
    expect((await refusal("order/createOrder", { body: proof })).msg).toBe(
      "attendees must be saved before the order.",
    );
    const unordered = { orderId: 987_654, accessKey: proof.accessKey };
    expect(await refusal("stripe/create-payment-intent", { body: unordered })).toMatchObject({ status: 404 });
    await app.ask("registration/save", { body: { ...proof, attendees: people(ticketId) } });
    await app.ask("order/createOrder", { body: proof });
    const shown = await app.ask("registration/getRegistration", { query: proof });
    expect(shown.payload.attendees.map(({ qrText }) => qrText)).toEqual([null]);
    const query = new URLSearchParams({
      registrationId: String(proof.registrationId),
      accessKey: proof.accessKey,
    });
    const pdf = await app.http.inject({ url: `/api/registration/ticketPdf?${query.toString()}` });
    expect([pdf.statusCode, pdf.json().code]).toEqual([409, "notActive"]);
  });

  test.each([0, 2500])(
    "an expired hold accepts no order, before and after a sweep, and no people (price %i)",
    async (price) => {
      const { eventId, ticketId } = await openSale({}, price);
      const { registration, accessKey } = await hold(app, eventId, ticketId);
      const proof = { registrationId: registration.id, accessKey };
      const attendees = people(ticketId);
      await app.ask("registration/save", { body: { ...proof, attendees } });
      const before = app.time.now;
      app.time.now = new Date(before.getTime() + 15 * 60_000);
      const expired = { status: 409, code: "holdExpired" };
      expect(await refusal("order/createOrder", { body: proof })).toMatchObject(expired);
      await app.checkout.sweep();
      expect(await refusal("order/createOrder", { body: proof })).toMatchObject(expired);
      expect(await refusal("registration/save", { body: { ...proof, attendees } })).toMatchObject(expired);
      app.time.now = before;
    },
  );

  test("create-payment-intent, registration/save and releaseHold refuse a paid order", async () => {
    const { eventId, ticketId } = await openSale();
    const purchase = await startTestPayment(app, eventId, ticketId);
    const { registrationId, accessKey, paymentIntentId } = purchase;
    await app.ask("stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
    const again = { status: 409, code: "alreadyPaid" };
    const attendees = people(ticketId);
    expect(
      await refusal("stripe/create-payment-intent", { body: { orderId: purchase.order.id, accessKey } }),
    ).toMatchObject(again);
    expect(
      await refusal("registration/save", { body: { registrationId, accessKey, attendees } }),
    ).toMatchObject(again);
    expect(await refusal("registration/releaseHold", { body: { registrationId, accessKey } })).toMatchObject(
      again,
    );
    expect(await auditCounters(app.database.db)).toEqual([]);
  });
});
