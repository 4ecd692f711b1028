/** Buying with a promo code, from the check to the order. Each use is counted once. */
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
import { contentsOf } from "../../testing/contents.ts";
import { buildHelper } from "../../testing/doors.ts";
import { pdfWords } from "../../testing/pdfWords.ts";
import { openSession } from "../../testing/tokens.ts";
import { makeRefunds } from "../makeRefunds.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
afterEach(async () => {
  expect(await auditCounters(app.database.db)).toEqual([]);
  expect(await auditFigures(app.database.db)).toEqual([]);
});

const hour = 3_600_000;
const fromNow = (ms: number) => new Date(app.time.now.getTime() + ms);

/** An event with a listed ticket of 20.00, a hidden one of 15.00 and 10 % tax, and a member of its staff. */
async function site() {
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

/** Holds, names, orders and pays. */
async function paid(eventId: number, ticketId: number, quantity: number, promoCode: string) {
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

describe("whoever knows a code", () => {
  test("is told what it gives, the tickets that are not listed among it", async () => {
    const { eventId, listedId, hiddenId } = await site();
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

  test("is told of the active tickets alone", async () => {
    const { eventId, listedId } = await site();
    const off = await buildTicket(app.database.db, eventId, { isActive: false });
    await buildPromoCode(app.database.db, eventId, { code: "TWO", ticketIds: [listedId, off.id] });
    expect((await check(eventId, "TWO")).payload.tickets.map(({ id }) => id)).toEqual([listedId]);
  });

  test("reads why it cannot be used; a code that is not there, another event's and one taken off look alike", async () => {
    const { eventId } = await site();
    const { db } = app.database;
    const other = await site();
    await buildPromoCode(db, other.eventId, { code: "THEIRS" });
    await buildPromoCode(db, eventId, { code: "OFF", isActive: false });
    await buildPromoCode(db, eventId, { code: "SOON", startsAt: fromNow(hour) });
    await buildPromoCode(db, eventId, { code: "OVER", endsAt: fromNow(-hour) });
    const answers = [];
    for (const code of ["THEIRS", "OFF", "NONE", "SOON", "OVER"]) {
      const { status, code: word, msg } = await check(eventId, code);
      answers.push([status, word, msg]);
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

describe("whoever guesses at codes", () => {
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
  // Each test is an hour later than the one before.
  beforeEach(() => {
    limited.time.now = new Date(limited.time.now.getTime() + hour);
  });

  const checks = (code: string) =>
    limited.ask("promoCode/check", { body: { eventId: wishes.eventId, code } });
  const holds = (promoCode?: string) =>
    limited.ask("registration/initRegistration", { body: { ...wishes, promoCode } });
  const orders = (promoCode?: string) =>
    limited.ask("registration/express", { body: { ...wishes, attendees, promoCode } });
  const held = async () =>
    (await limited.database.db.selectFrom("registrations").select("id").execute()).length;

  test("is stopped after a few in a minute, whichever call they go by, and nothing is held", async () => {
    const before = await held();
    const calls = [checks, holds, orders];
    const statuses = [];
    for (let guess = 0; guess < 20; guess++) statuses.push((await calls[guess % 3]!(`GUESS${guess}`)).status);
    expect([...new Set(statuses)]).toEqual([404, 400]);
    for (const call of calls) {
      for (const code of ["GUESS", "OTHER"]) {
        const reply = await call(code);
        expect([reply.status, reply.code, reply.msg]).toEqual([
          429,
          "tooMany",
          "Too many codes that are not known were tried from your network. Please wait a minute, or go on without a code.",
        ]);
        expect(reply.headers["retry-after"]).toBe("60");
      }
    }
    expect(await held()).toBe(before);
    limited.time.now = new Date(limited.time.now.getTime() + 60_000);
    expect((await holds("OTHER")).status).toBe(200);
  });

  test("gets no further by guessing at many at once", async () => {
    const reply = await Promise.all(Array.from({ length: 60 }, (_, guess) => holds(`GUESS${guess}`)));
    expect(reply.filter(({ status }) => status === 400)).toHaveLength(20);
    expect(reply.filter(({ status }) => status === 429)).toHaveLength(40);
  });

  test("holds up nobody behind the same address who has no code, or the one that is used there", async () => {
    expect((await checks("right")).status).toBe(200);
    for (let guess = 0; guess < 21; guess++) await holds(`GUESS${guess}`);
    expect((await holds("GUESS")).status).toBe(429);
    for (const call of [checks, holds, orders]) expect((await call("RIGHT")).status).toBe(200);
    for (const call of [holds, orders]) expect((await call()).status).toBe(200);
  });

  test("is not whoever has a right code: a whole audience uses one at one address", async () => {
    const all = Array.from({ length: 30 }, (_, buyer) => [checks, holds, orders][buyer % 3]!("RIGHT"));
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200));
    for (let buyer = 0; buyer < 30; buyer++) expect((await holds("OTHER")).status).toBe(200);
    expect((await holds("GUESS")).status).toBe(400);
  });
});

describe("an event", () => {
  test.each<[boolean, string, (() => Parameters<typeof buildPromoCode>[2]) | null]>([
    [false, "has none", null],
    [true, "has one", () => ({})],
    [true, "has one that begins later", () => ({ startsAt: fromNow(hour) })],
    [true, "has one that still runs", () => ({ endsAt: fromNow(hour) })],
    [false, "has one that has ended", () => ({ endsAt: fromNow(0) })],
    [false, "has one that staff took off", () => ({ isActive: false })],
  ])("says %s of taking codes when it %s", async (takesCodes, _what, specOf) => {
    const { event, eventId } = await site();
    const other = await site();
    await buildPromoCode(app.database.db, other.eventId);
    if (specOf !== null) await buildPromoCode(app.database.db, eventId, specOf());
    const bySlug = await app.ask("event/getEventBySlug", { query: { slug: event.slug } });
    const byId = await app.ask("event/getEvent", { query: { eventId } });
    const ofClub = await app.ask("event/getAllEvents", { query: { clubId: event.clubId } });
    const reply = [bySlug.payload, byId.payload, ...ofClub.payload.items];
    expect(reply.map((one) => one.takesCodes)).toEqual([takesCodes, takesCodes, takesCodes]);
  });

  test("takes no code that is used up, until a place that was held with it returns", async () => {
    const { eventId, listedId } = await site();
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
  test("is named by no public reply, and by all that staff read", async () => {
    const { event, eventId, hiddenId, token } = await site();
    const ofEvent = { query: { eventId } };
    const publicly: [CallName, TestRequest][] = [
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
    for (const [name, sent] of publicly) {
      const reply = await app.ask(name, sent);
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

  test("is bought with the code that names it, at the door, and by staff from a table", async () => {
    const { eventId, hiddenId, token } = await site();
    const { db } = app.database;
    const code = await buildPromoCode(db, eventId, { code: "CREW", kind: "access", ticketIds: [hiddenId] });
    const held = await hold(eventId, hiddenId, 2, "crew");
    expect(held.payload.quote).toMatchObject({ totalAmount: 3300, promoCode: "CREW", discount: 0 });
    expect(await usesOf(code.id)).toEqual([2, 0]);
    const till = await buildHelper(db, { eventId, now: app.time.now });
    const sale = await app.ask("door/sell", {
      token: till.token,
      body: {
        eventId,
        deviceId: till.deviceId,
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
  test("is quoted, ordered and paid at the lower price, and says by which code", async () => {
    const { eventId, listedId, token } = await site();
    const code = await buildPromoCode(app.database.db, eventId, { code: "Early", value: 25, maxUses: 3 });
    const reply = { promoCode: "Early", discount: 1000, subtotal: 3000, tax: 300, totalAmount: 3300 };
    const bought = await paid(eventId, listedId, 2, "EARLY");
    expect(bought).toMatchObject({ amount: 3300, order: { ...reply, items: [{ unitPrice: 1500 }] } });
    expect(await usesOf(code.id)).toEqual([0, 2]);
    const { registrationId, accessKey } = bought;
    const seen = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
    expect(seen.payload).toMatchObject({
      registration: { state: "active" },
      quote: reply,
      order: { ...reply, paymentStatus: "paid" },
    });
    const byStaff = await app.ask("order/getOrderById", { query: { orderId: bought.order.id }, token });
    expect(byStaff.payload).toMatchObject(reply);
    const proof = { registrationId: String(registrationId), orderId: String(bought.order.id), accessKey };
    for (const url of ["/api/registration/ticketPdf", "/api/order/receiptPdf"]) {
      const file = await app.http.inject({ url, query: proof });
      expect(pdfWords(file.rawPayload).join("\n")).toContain("Promo code\nEarly · €10 less");
    }
    expect(await hold(eventId, listedId, 2, "early")).toMatchObject({
      status: 409,
      code: "notEnoughLeft",
      payload: { promoCodeLeft: 1, fields: [{ path: "promoCode" }] },
    });
    expect((await check(eventId, "early")).payload.left).toBe(1);
  });

  test("of all that it costs is free, in steps and at once, and needs no payment", async () => {
    const { eventId, listedId } = await site();
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
    const atOnce = await app.ask("registration/express", {
      body: { ...wish(eventId, listedId, 2, "guest"), attendees: people(listedId, 2), totalAmount: 0 },
    });
    expect(atOnce.payload).toMatchObject({
      registration: { state: "active" },
      order: { paymentStatus: "free", promoCode: "GUEST", discount: 4000 },
    });
    expect(await usesOf(code.id)).toEqual([0, 3]);
  });

  test("gives its uses back when the hold runs out or is released, and they can be had again", async () => {
    const { eventId, listedId } = await site();
    const code = await buildPromoCode(app.database.db, eventId, { code: "LAST", maxUses: 2 });
    const first = (await hold(eventId, listedId, 2, "LAST")).payload;
    expect(await check(eventId, "LAST")).toMatchObject({ code: "soldOut", payload: { promoCodeLeft: 0 } });
    expect(await hold(eventId, listedId, 1, "LAST")).toMatchObject({ code: "soldOut" });
    const proof = { registrationId: first.registration.id, accessKey: first.accessKey };
    await app.ask("registration/releaseHold", { body: proof });
    expect(await usesOf(code.id)).toEqual([0, 0]);
    await hold(eventId, listedId, 2, "LAST");
    app.time.now = fromNow(16 * 60_000);
    // Without a sweep, the next request ends the overdue hold.
    expect((await hold(eventId, listedId, 1, "LAST")).status).toBe(200);
    expect(await usesOf(code.id)).toEqual([1, 0]);
  });

  test("whose hold ended is not sold by late money when its code was used up meanwhile", async () => {
    const { eventId, listedId } = await site();
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

  test("is refunded by line at what was paid, and the ticket that goes gives its use back", async () => {
    const { eventId, listedId, token } = await site();
    const { db } = app.database;
    const code = await buildPromoCode(db, eventId, { code: "HALF", value: 50 });
    const { order, registrationId, accessKey } = await paid(eventId, listedId, 3, "HALF");
    const people = (await app.ask("registration/getRegistration", { query: { registrationId, accessKey } }))
      .payload.attendees;
    const reply = await app.ask("order/refund", {
      body: {
        orderId: order.id,
        items: [{ kind: "ticket", refId: listedId, quantity: 1 }],
        attendeeIds: [people[1]!.attendeeId],
      },
      token,
    });
    expect(reply.payload).toMatchObject({ refundDue: 1100 });
    await makeRefunds(db, app.services.provider, order.id, { now: app.time.now });
    expect(await usesOf(code.id)).toEqual([0, 2]);
    await app.ask("order/refund", { body: { orderId: order.id, cancelTickets: true }, token });
    expect(await usesOf(code.id)).toEqual([0, 0]);
  });

  test("keeps its use when staff give the attendee another ticket, and gives it back when they delete one", async () => {
    const { eventId, listedId, hiddenId, token } = await site();
    const { db } = app.database;
    const code = await buildPromoCode(db, eventId, { code: "HALF", value: 50, maxUses: 2 });
    const { registrationId, accessKey } = await paid(eventId, listedId, 2, "HALF");
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

describe("a client that sends what it may not", () => {
  /** Sends a request that is refused, and checks that nothing was written. */
  async function refused(name: CallName, sent: TestRequest) {
    const before = await contentsOf(app.database.db);
    const { status, code, payload } = await app.ask(name, sent);
    expect(await contentsOf(app.database.db)).toEqual(before);
    return { status, code, payload: payload as unknown };
  }
  const atField = (path: string, code = "invalidInput") => ({ code, payload: { fields: [{ path }] } });

  test("buys nothing with another event's code, with one for other tickets, or with none that is known", async () => {
    const { eventId, listedId, hiddenId } = await site();
    const other = await site();
    const { db } = app.database;
    await buildPromoCode(db, other.eventId, { code: "THEIRS", value: 100 });
    await buildPromoCode(db, eventId, { code: "CREW", kind: "access", ticketIds: [hiddenId] });
    await buildPromoCode(db, eventId, { code: "OVER", endsAt: fromNow(-hour) });
    const ask = (body: object) => refused("registration/initRegistration", { body });
    for (const code of ["THEIRS", "CREW", "NONE", "'; drop table promo_codes; --"])
      expect(await ask(wish(eventId, listedId, 1, code))).toMatchObject(atField("promoCode"));
    for (const promoCode of [1, true, ["CREW"], { code: "CREW" }, "x".repeat(41), "a\tb"])
      expect(await ask({ ...wish(eventId, listedId, 1), promoCode })).toMatchObject(atField("promoCode"));
    expect(await ask(wish(eventId, listedId, 1, "OVER"))).toMatchObject(atField("promoCode", "salesClosed"));
    expect(await ask(wish(eventId, hiddenId, 1))).toMatchObject(atField("tickets.0.ticketId"));
    const foreign = wish(eventId, other.hiddenId, 1, "CREW");
    expect(await ask(foreign)).toMatchObject(atField("tickets.0.ticketId"));
  });

  test("does not get an inactive ticket by its code", async () => {
    const { eventId } = await site();
    const { db } = app.database;
    const off = await buildTicket(db, eventId, { isActive: false, isHidden: true });
    await buildPromoCode(db, eventId, { code: "CREW", kind: "access", ticketIds: [off.id] });
    const reply = await refused("registration/initRegistration", { body: wish(eventId, off.id, 1, "CREW") });
    expect(reply).toMatchObject({ status: 409, code: "salesClosed" });
  });

  test("does not get more than is left of the code, nor another price than the one that was told", async () => {
    const { eventId, listedId } = await site();
    await buildPromoCode(app.database.db, eventId, { code: "TWO", value: 50, maxUses: 2 });
    const three = { body: wish(eventId, listedId, 3, "TWO") };
    expect(await refused("registration/initRegistration", three)).toMatchObject({
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
    expect(await refused("registration/express", express(1100))).toMatchObject(mismatch(2200));
    expect(await refused("registration/express", express(2200, "TWO"))).toMatchObject(mismatch(1100));
    expect(await refused("registration/express", express(0, "TWO"))).toMatchObject(mismatch(1100));
    // The refusal for the price took nothing: both uses are left.
    expect((await hold(eventId, listedId, 2, "TWO")).status).toBe(200);
  });

  test("keeps the price that was quoted when staff change the code before the order is placed", async () => {
    const { eventId, listedId, token } = await site();
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
