/** Selling at the door: taken, paid, mailed and admitted at once, or nothing at all. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { auditFigures } from "../../stats/auditFigures.ts";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildEvent, buildQuestion, buildTicket, buildUser } from "../../testing/builders.ts";
import { hold, order } from "../../testing/buying.ts";
import { type BuiltHelper, buildHelper } from "../../testing/doors.ts";
import { openSession } from "../../testing/tokens.ts";
import { auditDoor } from "../auditDoor.ts";

let app: TestApp;
let event: { id: number; clubId: number };
let ticketId: number;
let admin: string;
let till: BuiltHelper;
const hour = 3_600_000;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  app.time.now = new Date("2031-06-01T17:00:00Z");
  const start = new Date("2031-06-01T16:00:00Z");
  event = await buildEvent(db, { start, end: new Date("2031-06-01T22:00:00Z"), taxAmount: 10 });
  ticketId = (await buildTicket(db, event.id, { price: 2000, maxStock: 10 })).id;
  admin = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
  till = await buildHelper(db, { eventId: event.id, now: app.time.now }, { gate: "Till" });
});

const sell = (more: Record<string, unknown> = {}, sent: TestRequest = {}) =>
  app.ask("door/sell", {
    token: till.token,
    ...sent,
    body: {
      eventId: event.id,
      deviceId: till.deviceId,
      tickets: [{ ticketId, quantity: 2 }],
      paidBy: "cash",
      totalAmount: 4400,
      ...more,
    },
  });
const mails = async () =>
  (await app.database.db.selectFrom("mails").select("recipient").execute()).map(({ recipient }) => recipient);
const figures = async () =>
  (await app.ask("door/getFigures", { query: { eventId: event.id }, token: admin })).payload;
const isClean = async () => {
  const { db } = app.database;
  expect([await auditCounters(db), await auditFigures(db), await auditDoor(db)]).toEqual([[], [], []]);
};

describe("a sale at the door", () => {
  test("is paid, active and in at once, named after the buyer, and mailed where an address is given", async () => {
    const reply = await sell({ name: "Ada Lovelace", email: "ada@example.org", paidBy: "cardTerminal" });
    expect(reply.payload).toMatchObject({
      registration: { state: "active", email: "ada@example.org" },
      order: { paymentStatus: "paid", totalAmount: 4400, tax: 400, paidAt: app.time.now.toISOString() },
      attendees: [
        { firstName: "Ada", lastName: "Lovelace", state: "active", admission: { gate: "Till" } },
        { firstName: "Ada", lastName: "Lovelace (2)", state: "active", admission: { by: "Lena's phone" } },
      ],
    });
    expect(await mails()).toContain("ada@example.org");
    await isClean();
  });

  test("is told to staff as one of the door, with how it was paid; one of the web as that, and to nobody else", async () => {
    const { registration, attendees, ...sold } = (await sell({ paidBy: "cardTerminal" })).payload;
    const bought = await order(app, event.id, ticketId);
    const ofDoor = { channel: "door", paidBy: "cardTerminal" };
    const ofWeb = { channel: "web", paidBy: null };
    const ask = async (call: "order/getOrderById" | "order/getOrderWithItems", orderId: number) =>
      (await app.ask(call, { query: { orderId }, token: admin })).payload;
    expect(await ask("order/getOrderById", sold.order.id)).toMatchObject(ofDoor);
    expect(await ask("order/getOrderWithItems", bought.order.id)).toMatchObject(ofWeb);
    const ofEvent = { query: { eventId: event.id }, token: admin };
    expect((await app.ask("order/getOrdersByEventId", ofEvent)).payload).toMatchObject([ofWeb, ofDoor]);
    const query = { registrationId: registration.id };
    expect(
      (await app.ask("registration/getRegistrationById", { query, token: admin })).payload,
    ).toMatchObject({
      order: ofDoor,
    });
    const list = await app.ask("registration/getAttendees", {
      query: { eventId: event.id, searchKeyword: attendees[0]!.firstName },
      token: admin,
    });
    expect(list.payload.items).toMatchObject([
      { orderPaidBy: "cardTerminal" },
      { orderPaidBy: "cardTerminal" },
    ]);
    for (const reply of [sold.order, bought.order]) expect(Object.keys(reply)).not.toContain("channel");
  });

  test("needs neither a name nor an address, nor the answers that the web asks for", async () => {
    await buildQuestion(app.database.db, event.id, { required: true });
    const before = (await mails()).length;
    const { attendees } = (await sell()).payload;
    expect(attendees.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
      "Door sale 1",
      "Door sale 2",
    ]);
    expect(await mails()).toHaveLength(before);
  });

  test("of what costs nothing is free, and in as well", async () => {
    const free = await buildTicket(app.database.db, event.id, { price: 0 });
    const tickets = [{ ticketId: free.id, quantity: 1 }];
    const reply = await sell({ tickets, totalAmount: 0, name: "Tom", email: "tom@example.org" });
    expect(reply.payload).toMatchObject({
      registration: { state: "active" },
      order: { paymentStatus: "free" },
      attendees: [{ firstName: "Tom", lastName: "", admission: { gate: "Till" } }],
    });
    expect(await mails()).toContain("tom@example.org");
    await isClean();
  });

  test("is counted apart, by how it was paid, and with all other revenue as well", async () => {
    await sell();
    await sell({ tickets: [{ ticketId, quantity: 1 }], totalAmount: 2200, paidBy: "cardTerminal" });
    expect(await figures()).toMatchObject({
      expected: 3,
      arrived: 3,
      gates: [{ gate: "Till", arrived: 3 }],
      sales: { tickets: 3, cash: 4400, cardTerminal: 2200, currency: "eur" },
      conflicts: 0,
    });
    const series = await app.ask("checkin/getStatisticsSeries", {
      query: { eventId: event.id, date: "2031-06-01" },
      token: admin,
    });
    expect(series.payload.revenue).toEqual([
      { source: "ticket", amount: 6000 },
      { source: "tax", amount: 600 },
    ]);
    await isClean();
  });

  test("that staff cancel is given back by hand, and taken again when they take it up", async () => {
    const sold = (await sell()).payload;
    const say = async (status: boolean) => {
      const body = { id: sold.registration.id, status };
      expect((await app.ask("registration/updateStatus", { body, token: admin })).status).toBe(200);
      await isClean();
      const query = { orderId: sold.order.id };
      const { paymentStatus } = (await app.ask("order/getOrderById", { query, token: admin })).payload;
      return { paymentStatus, ...(await figures()) };
    };
    expect(await say(false)).toMatchObject({
      paymentStatus: "refunded",
      expected: 0,
      sales: { tickets: 0, cash: 0 },
    });
    expect(await say(true)).toMatchObject({
      paymentStatus: "paid",
      expected: 2,
      sales: { tickets: 2, cash: 4400 },
    });
  });

  test("whose people staff delete keeps its order: the money was taken", async () => {
    const { registration, order } = (await sell()).payload;
    const query = { registrationId: registration.id, eventId: event.id };
    const remove = (force: boolean) =>
      app.ask("registration/removeRegistration", { query: { ...query, force }, token: admin });
    expect(await remove(false)).toMatchObject({ status: 409 });
    expect((await remove(true)).status).toBe(200);
    const stored = await app.ask("order/getOrderById", { query: { orderId: order.id }, token: admin });
    expect(stored.payload).toMatchObject({ paymentStatus: "paid", registrationId: null });
    expect(await figures()).toMatchObject({ expected: 0, arrived: 0, sales: { cash: 4400 } });
    await isClean();
  });

  test("is made once for its Idempotency-Key", async () => {
    const headers = { "idempotency-key": `a-sale-${randomUUID()}` };
    const [one, again] = [await sell({}, { headers }), await sell({}, { headers })];
    expect(again.payload).toEqual(one.payload);
    expect(await figures()).toMatchObject({ arrived: 2, sales: { tickets: 2 } });
  });

  test("of staff is at the gate that they gave their device", async () => {
    const deviceId = randomUUID();
    const body = { eventId: event.id, deviceId, gate: "Back door", deviceName: "A phone" };
    await app.ask("door/register", { body, token: admin });
    const reply = await sell({ deviceId }, { token: admin });
    expect(reply.payload.attendees[0]?.admission).toMatchObject({ gate: "Back door", by: "Mia Keller" });
  });
});

describe("a sale whose answer was lost", () => {
  const headers = () => ({ "idempotency-key": `a-sale-${randomUUID()}` });
  const close = (key: string, token = till.token) =>
    app.ask("door/closeSale", { body: { eventId: event.id, key }, token });
  const tickets = async () => (await figures()).sales?.tickets;

  test("is told to have been made, by its key, also to a link that was ended since", async () => {
    const sent = headers();
    await sell({}, { headers: sent });
    expect((await close(sent["idempotency-key"])).payload).toEqual({ isSold: true });
    const { db } = app.database;
    await db
      .updateTable("door_links")
      .set({ revoked_at: app.time.now })
      .where("id", "=", till.linkId)
      .execute();
    expect((await close(sent["idempotency-key"])).payload).toEqual({ isSold: true });
    expect(await tickets()).toBe(2);
  });

  test("is not made after it was told not to be: a request that comes late is refused", async () => {
    const sent = headers();
    for (let round = 0; round < 2; round++)
      expect((await close(sent["idempotency-key"])).payload).toEqual({ isSold: false });
    expect(await sell({}, { headers: sent })).toMatchObject({ code: "idempotencyMismatch" });
    expect(await tickets()).toBe(0);
    await isClean();
  });

  test("that was refused can be closed: its key did nothing", async () => {
    const sent = headers();
    expect(await sell({ totalAmount: 1 }, { headers: sent })).toMatchObject({ code: "amountMismatch" });
    expect((await close(sent["idempotency-key"])).payload).toEqual({ isSold: false });
  });

  test("is not made again months later, when its reply is forgotten", async () => {
    const { db } = app.database;
    const [sale, other] = [headers(), `another-call-${randomUUID()}`];
    await sell({}, { headers: sale });
    await db
      .insertInto("idempotency_keys")
      .values({ call: "order/createOrder", key: other, body_hash: Buffer.alloc(32), reply: "{}" })
      .execute();
    const keys = [sale["idempotency-key"], other];
    const age = () =>
      sql`update idempotency_keys set created_at = now() - interval '8 days' where key = any(${keys})`.execute(
        db,
      );
    await age();
    await app.checkout.sweep();
    expect(
      await db.selectFrom("idempotency_keys").select(["key", "reply"]).where("key", "in", keys).execute(),
    )
      // A buyer's name is stored no longer than a week.
      .toEqual([{ key: sale["idempotency-key"], reply: null }]);
    expect(await sell({}, { headers: sale })).toMatchObject({ code: "alreadyPaid" });
    expect((await close(sale["idempotency-key"])).payload).toEqual({ isSold: true });
    expect(await tickets()).toBe(2);
  });
});

describe("a till", () => {
  const taken = async (query: { deviceId?: string } = {}, token = till.token) =>
    (
      await app.ask("door/getTill", {
        query: { eventId: event.id, deviceId: till.deviceId, ...query },
        token,
      })
    ).payload;
  const other = () =>
    buildHelper(app.database.db, { eventId: event.id, now: app.time.now }, { gate: "Other till" });

  test("tells what this device took, by cash and by card terminal, and no other's", async () => {
    const second = await other();
    await sell();
    await sell({ tickets: [{ ticketId, quantity: 1 }], totalAmount: 2200, paidBy: "cardTerminal" });
    await sell({ tickets: [{ ticketId, quantity: 3 }], totalAmount: 6600 }, { token: second.token });
    const first = {
      tickets: 3,
      cash: 4400,
      cardTerminal: 2200,
      currency: "eur",
      since: "2031-06-01T04:00:00.000Z",
    };
    expect(await taken()).toEqual(first);
    // A helper's device asks for itself, whatever id it sends; staff name their device.
    const others = { tickets: 3, cash: 6600, cardTerminal: 0 };
    expect(await taken({}, second.token)).toMatchObject(others);
    expect(await taken({ deviceId: second.deviceId.toUpperCase() }, admin)).toMatchObject(others);
    const own = randomUUID();
    const body = { eventId: event.id, deviceId: own, gate: "Office" };
    expect((await app.ask("door/register", { body, token: admin })).status).toBe(200);
    await sell(
      { deviceId: own.toUpperCase(), tickets: [{ ticketId, quantity: 1 }], totalAmount: 2200 },
      { token: admin },
    );
    expect(await taken({ deviceId: own }, admin)).toMatchObject({ tickets: 1, cash: 2200 });
    expect(await taken()).toEqual(first);
  });

  test("begins anew at six in the morning of the event's zone, not at midnight", async () => {
    await sell();
    app.time.now = new Date("2031-06-02T03:59:59Z");
    expect(await taken()).toMatchObject({ cash: 4400, since: "2031-06-01T04:00:00.000Z" });
    app.time.now = new Date("2031-06-02T04:00:00Z");
    expect(await taken()).toMatchObject({ tickets: 0, cash: 0, since: "2031-06-02T04:00:00.000Z" });
  });

  test("has nothing of a sale that staff cancelled: its money was given back", async () => {
    const { registration } = (await sell()).payload;
    const body = { id: registration.id, status: false };
    expect((await app.ask("registration/updateStatus", { body, token: admin })).status).toBe(200);
    expect(await taken()).toMatchObject({ tickets: 0, cash: 0 });
  });

  test("is nothing to a helper whose link does not sell", async () => {
    const at = { eventId: event.id, now: app.time.now };
    const { token, deviceId } = await buildHelper(app.database.db, at, { rights: ["scan"] });
    expect(await app.ask("door/getTill", { query: { eventId: event.id, deviceId }, token })).toMatchObject({
      status: 403,
      code: "wrongRole",
    });
  });
});

describe("a sale is refused, and nothing is taken,", () => {
  afterAll(isClean);

  test("when what was taken is another amount than ours", async () => {
    const reply = await sell({ totalAmount: 4000 });
    expect(reply).toMatchObject({ code: "amountMismatch", payload: { totalAmount: 4400 } });
    expect(await figures()).toMatchObject({ expected: 0, arrived: 0, sales: { tickets: 0 } });
  });

  test("when fewer are left, but not for a hold that has ended", async () => {
    await hold(app, event.id, ticketId, 9);
    expect(await sell()).toMatchObject({ code: "notEnoughLeft", payload: { available: { [ticketId]: 1 } } });
    app.time.now = new Date(app.time.now.getTime() + hour);
    expect((await sell()).status).toBe(200);
  });

  test("to a helper whose link does not sell", async () => {
    const at = { eventId: event.id, now: app.time.now };
    const { token } = await buildHelper(app.database.db, at, { rights: ["scan", "search", "undo"] });
    expect(await sell({}, { token })).toMatchObject({ status: 403, code: "wrongRole" });
  });

  test("of a ticket that is not on offer, or is another event's", async () => {
    const { db } = app.database;
    const inactive = await buildTicket(db, event.id, { isActive: false });
    const other = await buildTicket(db, (await buildEvent(db)).id);
    const of = (id: number) => sell({ tickets: [{ ticketId: id, quantity: 1 }] });
    expect(await of(inactive.id)).toMatchObject({ code: "salesClosed" });
    expect(await of(other.id)).toMatchObject({ code: "invalidInput" });
  });

  test("once the event is over or cancelled; until then no window of sale binds the door", async () => {
    const { db } = app.database;
    const past = await buildTicket(db, event.id, {
      salesStart: new Date("2031-04-01T00:00:00Z"),
      salesEnd: new Date("2031-05-01T00:00:00Z"),
    });
    const sale = { tickets: [{ ticketId: past.id, quantity: 1 }], totalAmount: 2750 };
    const onTheWeb = await app.ask("registration/initRegistration", {
      body: { eventId: event.id, tickets: sale.tickets },
    });
    expect(onTheWeb).toMatchObject({ code: "salesClosed" });
    expect((await sell(sale)).status).toBe(200);
    app.time.now = new Date("2031-06-01T22:00:00Z");
    expect(await sell(sale)).toMatchObject({ code: "salesClosed", msg: "This event is over." });
    app.time.now = new Date("2031-06-01T17:00:00Z");
    await db.updateTable("events").set({ cancelled_at: app.time.now }).where("id", "=", event.id).execute();
    expect(await sell(sale)).toMatchObject({ code: "salesClosed" });
  });
});
