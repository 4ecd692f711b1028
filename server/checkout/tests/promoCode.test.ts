import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CallName } from "../../../contract/all.ts";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { PromoCodeInput } from "../../../contract/shapes/promoCode.ts";
import { inTransaction } from "../../db/pool.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { lockWithPlaces, sellPlaces } from "../../holds/move.ts";
import { auditFigures } from "../../stats/auditFigures.ts";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildEvent, buildPromoCode, buildTicket, buildUser } from "../../testing/builders.ts";
import { card, people } from "../../testing/buying.ts";
import { databaseContents } from "../../testing/contents.ts";
import { buildHelper } from "../../testing/doors.ts";
import { pdfWords } from "../../testing/pdfWords.ts";
import { openSession } from "../../testing/tokens.ts";
import { makeRefunds } from "../makeRefunds.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ watchesLocks: true });
});
afterAll(() => app.close());
afterEach(async () => {
  expect(await auditCounters(app.database.db)).toEqual([]);
  expect(await auditFigures(app.database.db)).toEqual([]);
});

const hour = 3_600_000;
const fromNow = (ms: number) => new Date(app.time.now.getTime() + ms);

async function newEvent() {
  const { db } = app.database;
  const event = await buildEvent(db, { taxAmount: 10 });
  const listed = await buildTicket(db, event.id, { price: 2000, maxStock: 20, title: "Standard" });
  const hidden = await buildTicket(db, event.id, {
    price: 1500,
    maxStock: 20,
    title: "Crew",
    isHidden: true,
  });
  const token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  return { event, eventId: event.id, listedId: listed.id, hiddenId: hidden.id, token };
}

const check = (eventId: number, code: string) => app.ask("promoCode/check", { body: { eventId, code } });
const wish = (eventId: number, ticketId: number, quantity: number, promoCode?: string) => ({
  eventId,
  tickets: [{ ticketId, quantity }],
  ...(promoCode === undefined ? {} : { promoCode }),
});
const hold = (eventId: number, ticketId: number, quantity: number, promoCode?: string) =>
  app.ask("registration/initRegistration", { body: wish(eventId, ticketId, quantity, promoCode) });
const usesOf = async (promoCodeId: number) => {
  const query = app.database.db.selectFrom("promo_codes").select(["held", "sold"]);
  const row = await query.where("id", "=", promoCodeId).executeTakeFirstOrThrow();
  return [row.held, row.sold];
};

async function buy(eventId: number, ticketId: number, quantity: number, promoCode: string) {
  const held = (await hold(eventId, ticketId, quantity, promoCode)).payload;
  const proof = { registrationId: held.registration.id, accessKey: held.accessKey };
  await app.ask("registration/save", { body: { ...proof, attendees: people(ticketId, quantity) } });
  const { totalAmount } = held.quote;
  const placed = await app.ask("order/createOrder", { body: { ...proof, totalAmount } });
  const { order } = placed.payload;
  const started = await app.ask("stripe/create-payment-intent", {
    body: { orderId: order.id, accessKey: held.accessKey },
  });
  const { paymentIntentId, amount } = started.payload;
  await app.ask("stripe/confirm-payment", {
    body: { paymentIntentId, accessKey: held.accessKey, card: card() },
  });
  return { ...proof, order, amount };
}

describe("checking a code", () => {
  test("checking a code lists its tickets with their reduced prices, hidden tickets included", async () => {
    const { eventId, listedId, hiddenId } = await newEvent();
    const ticketIds = [listedId, hiddenId];
    await buildPromoCode(app.database.db, eventId, { code: "Crew26", value: 20, ticketIds, maxUses: 5 });
    expect((await check(eventId, " cReW26 ")).payload).toMatchObject({
      code: "Crew26",
      kind: "percent",
      value: 20,
      left: 5,
      endsAt: null,
      tickets: [
        { id: listedId, price: 2000, priceWithCode: 1600, isHidden: false },
        { id: hiddenId, title: "Crew", price: 1500, priceWithCode: 1200, isHidden: true, currentStock: 20 },
      ],
    });
  });

  test("checking a code lists only active tickets", async () => {
    const { eventId, listedId } = await newEvent();
    const inactive = await buildTicket(app.database.db, eventId, { isActive: false });
    await buildPromoCode(app.database.db, eventId, { code: "TWO", ticketIds: [listedId, inactive.id] });
    expect((await check(eventId, "TWO")).payload.tickets.map(({ id }) => id)).toEqual([listedId]);
  });

  test("checking a code says why it cannot be used; codes that are unknown, inactive or of another event look the same", async () => {
    const { eventId } = await newEvent();
    const { db } = app.database;
    const other = await newEvent();
    await buildPromoCode(db, other.eventId, { code: "THEIRS" });
    await buildPromoCode(db, eventId, { code: "OFF", isActive: false });
    await buildPromoCode(db, eventId, { code: "SOON", startsAt: fromNow(hour) });
    await buildPromoCode(db, eventId, { code: "OVER", endsAt: fromNow(-hour) });
    const answers = [];
    for (const code of ["THEIRS", "OFF", "NONE", "SOON", "OVER"]) {
      const { status, code: errorCode, msg } = await check(eventId, code);
      answers.push([status, errorCode, msg]);
    }
    const unknown = [404, "notFound", "This code is not known for this event."];
    expect(answers).toEqual([
      unknown,
      unknown,
      unknown,
      [409, "salesClosed", "This code cannot be used yet."],
      [409, "salesClosed", "This code has ended."],
    ]);
  });
});

describe("guessing codes", () => {
  let limited: TestApp;
  let wishes: { eventId: number; tickets: object[] };
  let attendees: object[];
  beforeAll(async () => {
    limited = await testApp({ limited: true });
    const { db } = limited.database;
    const event = await buildEvent(db);
    const ticket = await buildTicket(db, event.id, { maxStock: 500 });
    await buildPromoCode(db, event.id, { code: "RIGHT" });
    await buildPromoCode(db, event.id, { code: "OTHER" });
    wishes = { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }] };
    attendees = people(ticket.id, 1);
  });
  afterAll(() => limited.close());
  // Guesses of earlier tests are no longer counted.
  beforeEach(() => {
    limited.time.now = new Date(limited.time.now.getTime() + hour);
  });

  const sendCheck = (code: string) =>
    limited.ask("promoCode/check", { body: { eventId: wishes.eventId, code } });
  const sendHold = (promoCode?: string) =>
    limited.ask("registration/initRegistration", { body: { ...wishes, promoCode } });
  const sendOrder = (promoCode?: string) =>
    limited.ask("registration/express", { body: { ...wishes, attendees, promoCode } });
  const calls = [sendCheck, sendHold, sendOrder];
  const countRegistrations = async () =>
    (await limited.database.db.selectFrom("registrations").select("id").execute()).length;

  test("a client that guesses codes is stopped after 20 wrong codes in a minute, whatever call it uses, and holds nothing", async () => {
    const before = await countRegistrations();
    const statuses = [];
    for (let guess = 0; guess < 20; guess++) statuses.push((await calls[guess % 3]!(`GUESS${guess}`)).status);
    expect([...new Set(statuses)]).toEqual([404, 400]);
    for (const call of calls) {
      for (const code of ["GUESS", "OTHER"]) {
        const reply = await call(code);
        expect([reply.status, reply.code, reply.msg]).toEqual([
          429,
          "tooMany",
          "Too many unknown codes were entered from your network. Please wait a minute, or continue without a code.",
        ]);
        expect(reply.headers["retry-after"]).toBe("60");
      }
    }
    expect(await countRegistrations()).toBe(before);
    limited.time.now = new Date(limited.time.now.getTime() + 60_000);
    expect((await sendHold("OTHER")).status).toBe(200);
  });

  test("a client that sends 60 concurrent guesses gets only 20 tries", async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, (_, guess) => sendHold(`GUESS${guess}`)));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(20);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(40);
  });

  test("guesses do not stop buyers at the same network address who use no code, or the code already used there", async () => {
    expect((await sendCheck("right")).status).toBe(200);
    for (let guess = 0; guess < 21; guess++) await sendHold(`GUESS${guess}`);
    expect((await sendHold("GUESS")).status).toBe(429);
    for (const call of calls) expect((await call("RIGHT")).status).toBe(200);
    for (const call of [sendHold, sendOrder]) expect((await call()).status).toBe(200);
  });

  test("many buyers at one network address can use a correct code without being stopped", async () => {
    const all = Array.from({ length: 30 }, (_, buyer) => calls[buyer % 3]!("RIGHT"));
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200));
    for (let buyer = 0; buyer < 30; buyer++) expect((await sendHold("OTHER")).status).toBe(200);
    expect((await sendHold("GUESS")).status).toBe(400);
  });
});

describe("an event", () => {
  test.each<[boolean, string, (() => Parameters<typeof buildPromoCode>[2]) | null]>([
    [false, "has no code", null],
    [true, "has a code", () => ({})],
    [true, "has a code that begins later", () => ({ startsAt: fromNow(hour) })],
    [true, "has a code that has not ended yet", () => ({ endsAt: fromNow(hour) })],
    [false, "has a code that has ended", () => ({ endsAt: fromNow(0) })],
    [false, "has a code that staff deactivated", () => ({ isActive: false })],
  ])("an event's takesCodes is %s when it %s", async (takesCodes, _what, specOf) => {
    const { event, eventId } = await newEvent();
    const other = await newEvent();
    await buildPromoCode(app.database.db, other.eventId);
    if (specOf !== null) await buildPromoCode(app.database.db, eventId, specOf());
    const bySlug = await app.ask("event/getEventBySlug", { query: { slug: event.slug } });
    const byId = await app.ask("event/getEvent", { query: { eventId } });
    const ofClub = await app.ask("event/getAllEvents", { query: { clubId: event.clubId } });
    const replies = [bySlug.payload, byId.payload, ...ofClub.payload.items];
    expect(replies.map((one) => one.takesCodes)).toEqual([takesCodes, takesCodes, takesCodes]);
  });

  test("an event takes no codes while its only code is used up, and takes codes again after a release", async () => {
    const { eventId, listedId } = await newEvent();
    await buildPromoCode(app.database.db, eventId, { code: "ONE", maxUses: 1 });
    const takesCodes = async () =>
      (await app.ask("event/getEvent", { query: { eventId } })).payload.takesCodes;
    const held = (await hold(eventId, listedId, 1, "ONE")).payload;
    expect(await takesCodes()).toBe(false);
    const proof = { registrationId: held.registration.id, accessKey: held.accessKey };
    await app.ask("registration/releaseHold", { body: proof });
    expect(await takesCodes()).toBe(true);
  });
});

describe("a hidden ticket", () => {
  test("a hidden ticket is in no public reply to a request without its code, and in the replies to staff", async () => {
    const { event, eventId, hiddenId, token } = await newEvent();
    const ofEvent = { query: { eventId } };
    const publicCalls: [CallName, TestRequest][] = [
      ["ticket/getTicketsByEventId", ofEvent],
      ["ticket/getTicketById", { query: { ticketId: hiddenId } }],
      ["event/getEvent", ofEvent],
      ["event/getEventBySlug", { query: { slug: event.slug } }],
      ["event/getAllActiveEvents", { query: { clubId: event.clubId } }],
      ["event/getAllEvents", { query: { clubId: event.clubId } }],
      ["event/getFirstEvent", {}],
      ["form/getFormQuestions", ofEvent],
      ["registration/initRegistration", { body: wish(eventId, hiddenId, 1) }],
      ["registration/initRegistration", { body: wish(eventId, hiddenId, 999) }],
    ];
    for (const [name, request] of publicCalls) {
      const reply = await app.ask(name, request);
      expect(JSON.stringify([reply.msg, reply.payload])).not.toContain("Crew");
    }
    const list = (await app.ask("ticket/getTicketsByEventId", { ...ofEvent, token })).payload;
    expect(list.map(({ title, isHidden }) => [title, isHidden])).toEqual([
      ["Standard", false],
      ["Crew", true],
    ]);
    const one = await app.ask("ticket/getTicketById", { query: { ticketId: hiddenId }, token });
    expect(one.payload.title).toBe("Crew");
  });

  test("a hidden ticket is held with a code for it, sold at the door, and imported by staff", async () => {
    const { eventId, hiddenId, token } = await newEvent();
    const { db } = app.database;
    const code = await buildPromoCode(db, eventId, { code: "CREW", kind: "access", ticketIds: [hiddenId] });
    const held = await hold(eventId, hiddenId, 2, "crew");
    expect(held.payload.quote).toMatchObject({ totalAmount: 3300, promoCode: "CREW", discount: 0 });
    expect(await usesOf(code.id)).toEqual([2, 0]);
    const helper = await buildHelper(db, { eventId, now: app.time.now });
    const sale = await app.ask("door/sell", {
      token: helper.token,
      body: {
        eventId,
        deviceId: helper.deviceId,
        tickets: [{ ticketId: hiddenId, quantity: 1 }],
        paidBy: "cash",
        totalAmount: 1650,
      },
    });
    expect(sale).toMatchObject({ status: 200, payload: { order: { totalAmount: 1650, promoCode: null } } });
    const rows = [
      ["Name", "E-mail"],
      ["Ada Lovelace", "ada@example.org"],
    ];
    const imported = await app.ask("registration/bulkImportAttendee", {
      body: { eventId, ticketId: hiddenId, rows },
      token,
    });
    expect(imported.payload).toMatchObject({ insertCount: 1 });
    expect(await usesOf(code.id)).toEqual([2, 0]);
  });
});

describe("an order with a code", () => {
  test("an order with a code is quoted, placed and paid at the lower price, and shows the code", async () => {
    const { eventId, listedId, token } = await newEvent();
    const code = await buildPromoCode(app.database.db, eventId, { code: "Early", value: 25, maxUses: 3 });
    const reply = { promoCode: "Early", discount: 1000, subtotal: 3000, tax: 300, totalAmount: 3300 };
    const purchase = await buy(eventId, listedId, 2, "EARLY");
    expect(purchase).toMatchObject({ amount: 3300, order: { ...reply, items: [{ unitPrice: 1500 }] } });
    expect(await usesOf(code.id)).toEqual([0, 2]);
    const { registrationId, accessKey } = purchase;
    const ownView = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(ownView.payload).toMatchObject({
      registration: { state: "active" },
      quote: reply,
      order: { ...reply, paymentStatus: "paid" },
    });
    const byStaff = await app.ask("order/getOrderById", { query: { orderId: purchase.order.id }, token });
    expect(byStaff.payload).toMatchObject(reply);
    const proof = { registrationId: String(registrationId), orderId: String(purchase.order.id), accessKey };
    const receipt = await app.http.inject({ url: "/api/order/receiptPdf", query: proof });
    expect(pdfWords(receipt.rawPayload).join("\n")).toContain("Promo code\nEarly · €10 less");
    expect(await hold(eventId, listedId, 2, "early")).toMatchObject({
      status: 409,
      code: "notEnoughLeft",
      payload: { promoCodeLeft: 1, fields: [{ path: "promoCode" }] },
    });
    expect((await check(eventId, "early")).payload.left).toBe(1);
  });

  test("an order with a 100 % code is free, in steps and with express, and needs no payment", async () => {
    const { eventId, listedId } = await newEvent();
    const code = await buildPromoCode(app.database.db, eventId, { code: "GUEST", value: 100 });
    const held = (await hold(eventId, listedId, 1, "GUEST")).payload;
    expect(held.quote).toMatchObject({ totalAmount: 0, tax: 0, discount: 2000 });
    const proof = { registrationId: held.registration.id, accessKey: held.accessKey };
    await app.ask("registration/save", { body: { ...proof, attendees: people(listedId) } });
    const placed = await app.ask("order/createOrder", { body: { ...proof, totalAmount: 0 } });
    expect(placed.payload).toMatchObject({
      order: { paymentStatus: "free", promoCode: "GUEST", discount: 2000 },
      clientSecret: "no-stripe",
    });
    const express = await app.ask("registration/express", {
      body: { ...wish(eventId, listedId, 2, "guest"), attendees: people(listedId, 2), totalAmount: 0 },
    });
    expect(express.payload).toMatchObject({
      registration: { state: "active" },
      order: { paymentStatus: "free", promoCode: "GUEST", discount: 4000 },
    });
    expect(await usesOf(code.id)).toEqual([0, 3]);
  });

  test("a code's uses are released when the hold expires or is released, and can be used again", async () => {
    const { eventId, listedId } = await newEvent();
    const code = await buildPromoCode(app.database.db, eventId, { code: "LAST", maxUses: 2 });
    const first = (await hold(eventId, listedId, 2, "LAST")).payload;
    expect(await check(eventId, "LAST")).toMatchObject({ code: "soldOut", payload: { promoCodeLeft: 0 } });
    expect(await hold(eventId, listedId, 1, "LAST")).toMatchObject({ code: "soldOut" });
    const proof = { registrationId: first.registration.id, accessKey: first.accessKey };
    await app.ask("registration/releaseHold", { body: proof });
    expect(await usesOf(code.id)).toEqual([0, 0]);
    await hold(eventId, listedId, 2, "LAST");
    app.time.now = fromNow(16 * 60_000);
    // Without a sweep, the next request ends the hold.
    expect((await hold(eventId, listedId, 1, "LAST")).status).toBe(200);
    expect(await usesOf(code.id)).toEqual([1, 0]);
  });

  test("a late payment does not sell an ended hold whose code has been used up since", async () => {
    const { eventId, listedId } = await newEvent();
    await buildPromoCode(app.database.db, eventId, { code: "ONE", maxUses: 1 });
    const late = (await hold(eventId, listedId, 1, "ONE")).payload.registration.id;
    app.time.now = fromNow(16 * 60_000);
    const next = (await hold(eventId, listedId, 1, "ONE")).payload;
    const sell = () =>
      inTransaction(app.database.db, async (tx) =>
        sellPlaces(tx, (await lockWithPlaces(tx, late))!, { attendees: 0, actor: "visitor" }),
      );
    expect(await sell()).toBe(false);
    const proof = { registrationId: next.registration.id, accessKey: next.accessKey };
    await app.ask("registration/releaseHold", { body: proof });
    expect(await inTransaction(app.database.db, (tx) => lockWithPlaces(tx, late))).toMatchObject({
      snapshot: { promoCodes: new Map([[expect.any(Number), expect.objectContaining({ held: 0 })]]) },
    });
  });

  test("a refund of a line returns the reduced price, and the cancelled ticket releases its use of the code", async () => {
    const { eventId, listedId, token } = await newEvent();
    const { db } = app.database;
    const code = await buildPromoCode(db, eventId, { code: "HALF", value: 50 });
    const { order, registrationId, accessKey } = await buy(eventId, listedId, 3, "HALF");
    const { attendees } = (
      await app.ask("registration/getRegistration", { query: { registrationId, accessKey } })
    ).payload;
    const reply = await app.ask("order/refund", {
      body: {
        orderId: order.id,
        items: [{ kind: "ticket", refId: listedId, quantity: 1 }],
        attendeeIds: [attendees[1]!.attendeeId],
      },
      token,
    });
    expect(reply.payload).toMatchObject({ refundDue: 1100 });
    await makeRefunds(db, app.services.provider, order.id, { now: app.time.now });
    expect(await usesOf(code.id)).toEqual([0, 2]);
    await app.ask("order/refund", { body: { orderId: order.id, cancelTickets: true }, token });
    expect(await usesOf(code.id)).toEqual([0, 0]);
  });

  test("a code's use stays when staff change an attendee's ticket, and is released when they delete an attendee", async () => {
    const { eventId, listedId, hiddenId, token } = await newEvent();
    const { db } = app.database;
    const code = await buildPromoCode(db, eventId, { code: "HALF", value: 50, maxUses: 2 });
    const { registrationId, accessKey } = await buy(eventId, listedId, 2, "HALF");
    const [one, other] = (
      await app.ask("registration/getRegistration", { query: { registrationId, accessKey } })
    ).payload.attendees;
    const move = (attendeeId: number, ticketId: number) =>
      app.ask("registration/updateAttendee", { body: { eventId, attendeeId, ticketId }, token });
    expect((await move(one!.attendeeId, hiddenId)).status).toBe(200);
    expect(await usesOf(code.id)).toEqual([0, 2]);
    expect((await move(other!.attendeeId, hiddenId)).status).toBe(200);
    expect((await move(one!.attendeeId, listedId)).status).toBe(200);
    expect(await usesOf(code.id)).toEqual([0, 2]);
    expect(await auditCounters(db)).toEqual([]);
    await app.ask("registration/deleteAttendee", {
      query: { eventId, attendeeId: other!.attendeeId, force: true },
      token,
    });
    expect(await usesOf(code.id)).toEqual([0, 1]);
  });
});

describe("requests that a client must not send", () => {
  /** Checks that the request writes nothing. */
  async function refusal(name: CallName, request: TestRequest) {
    const before = await databaseContents(app.database.db);
    const { status, code, payload } = await app.ask(name, request);
    expect(await databaseContents(app.database.db)).toEqual(before);
    return { status, code, payload: payload as unknown };
  }
  const errorAt = (path: string, code = "invalidInput") => ({ code, payload: { fields: [{ path }] } });

  test("a client cannot buy with another event's code, a code for other tickets, or an unknown code", async () => {
    const { eventId, listedId, hiddenId } = await newEvent();
    const other = await newEvent();
    const { db } = app.database;
    await buildPromoCode(db, other.eventId, { code: "THEIRS", value: 100 });
    await buildPromoCode(db, eventId, { code: "CREW", kind: "access", ticketIds: [hiddenId] });
    await buildPromoCode(db, eventId, { code: "OVER", endsAt: fromNow(-hour) });
    const ask = (body: object) => refusal("registration/initRegistration", { body });
    for (const code of ["THEIRS", "CREW", "NONE", "'; drop table promo_codes; --"])
      expect(await ask(wish(eventId, listedId, 1, code))).toMatchObject(errorAt("promoCode"));
    for (const promoCode of [1, true, ["CREW"], { code: "CREW" }, "x".repeat(41), "a\tb"])
      expect(await ask({ ...wish(eventId, listedId, 1), promoCode })).toMatchObject(errorAt("promoCode"));
    expect(await ask(wish(eventId, listedId, 1, "OVER"))).toMatchObject(errorAt("promoCode", "salesClosed"));
    expect(await ask(wish(eventId, hiddenId, 1))).toMatchObject(errorAt("tickets.0.ticketId"));
    const foreign = wish(eventId, other.hiddenId, 1, "CREW");
    expect(await ask(foreign)).toMatchObject(errorAt("tickets.0.ticketId"));
  });

  test("a client cannot buy an inactive ticket with a code for it", async () => {
    const { eventId } = await newEvent();
    const { db } = app.database;
    const inactive = await buildTicket(db, eventId, { isActive: false, isHidden: true });
    await buildPromoCode(db, eventId, { code: "CREW", kind: "access", ticketIds: [inactive.id] });
    const reply = await refusal("registration/initRegistration", {
      body: wish(eventId, inactive.id, 1, "CREW"),
    });
    expect(reply).toMatchObject({ status: 409, code: "salesClosed" });
  });

  test("a client cannot exceed a code's remaining uses, nor choose the price", async () => {
    const { eventId, listedId } = await newEvent();
    await buildPromoCode(app.database.db, eventId, { code: "TWO", value: 50, maxUses: 2 });
    const three = { body: wish(eventId, listedId, 3, "TWO") };
    expect(await refusal("registration/initRegistration", three)).toMatchObject({
      code: "notEnoughLeft",
      payload: { promoCodeLeft: 2 },
    });
    const express = (totalAmount: number, promoCode?: string) => ({
      body: {
        ...wish(eventId, listedId, 1, promoCode),
        attendees: people(listedId),
        totalAmount,
        discount: 2000,
      },
    });
    const mismatch = (totalAmount: number) => ({ code: "amountMismatch", payload: { totalAmount } });
    expect(await refusal("registration/express", express(1100))).toMatchObject(mismatch(2200));
    expect(await refusal("registration/express", express(2200, "TWO"))).toMatchObject(mismatch(1100));
    expect(await refusal("registration/express", express(0, "TWO"))).toMatchObject(mismatch(1100));
    expect((await hold(eventId, listedId, 2, "TWO")).status).toBe(200);
  });

  test("a hold keeps its quoted price when staff change the code before the order is placed", async () => {
    const { eventId, listedId, token } = await newEvent();
    const code = await buildPromoCode(app.database.db, eventId, { code: "HALF", value: 50 });
    const held = (await hold(eventId, listedId, 1, "HALF")).payload;
    const change: Partial<PromoCodeInput> = { id: code.id, code: "TENTH", value: 10, isActive: false };
    await app.ask("promoCode/save", { body: change, token });
    const proof = { registrationId: held.registration.id, accessKey: held.accessKey };
    await app.ask("registration/save", { body: { ...proof, attendees: people(listedId) } });
    const placed = await app.ask("order/createOrder", { body: { ...proof, totalAmount: 1100 } });
    expect(placed.payload.order).toMatchObject({ totalAmount: 1100, promoCode: "HALF" });
  });
});
