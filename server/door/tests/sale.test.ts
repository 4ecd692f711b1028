import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { receiptOf } from "../../letters/receipt.ts";
import { orderById } from "../../orders/rows.ts";
import { auditFigures } from "../../stats/auditFigures.ts";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildEvent, buildExtras, buildQuestion, buildTicket, buildUser } from "../../testing/builders.ts";
import { hold, placeTestOrder } from "../../testing/buying.ts";
import { type BuiltHelper, buildHelper } from "../../testing/doors.ts";
import { openSession } from "../../testing/tokens.ts";
import { auditDoor } from "../auditDoor.ts";

let app: TestApp;
let event: { id: number; clubId: number };
let ticketId: number;
let admin: string;
let till: BuiltHelper;
const hourMs = 3_600_000;
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

const sell = (changes: Record<string, unknown> = {}, request: TestRequest = {}) =>
  app.ask("door/sell", {
    token: till.token,
    ...request,
    body: {
      eventId: event.id,
      deviceId: till.deviceId,
      tickets: [{ ticketId, quantity: 2 }],
      paidBy: "cash",
      totalAmount: 4400,
      ...changes,
    },
  });
const mails = async () =>
  (await app.database.db.selectFrom("mails").select("recipient").execute()).map(({ recipient }) => recipient);
const figures = async () =>
  (await app.ask("door/getFigures", { query: { eventId: event.id }, token: admin })).payload;
const expectCleanAudits = async () => {
  const { db } = app.database;
  expect([await auditCounters(db), await auditFigures(db), await auditDoor(db)]).toEqual([[], [], []]);
};

describe("a sale at the door", () => {
  test("a sale at the door is paid and admitted in one step, has the buyer's name, and is mailed if an address is given", async () => {
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
    await expectCleanAudits();
  });

  test("a name with a no-break space is split into first and last name", async () => {
    const { attendees } = (await sell({ name: "Ada\u00a0Byron" })).payload;
    expect(attendees[0]).toMatchObject({ firstName: "Ada", lastName: "Byron" });
  });

  test("staff see the channel and the payment method of each sale, and the replies to sellers and buyers have no channel", async () => {
    const { registration, attendees, ...sale } = (await sell({ paidBy: "cardTerminal" })).payload;
    const webSale = await placeTestOrder(app, event.id, ticketId);
    const doorChannel = { channel: "door", paidBy: "cardTerminal" };
    const webChannel = { channel: "web", paidBy: null };
    const ask = async (call: "order/getOrderById" | "order/getOrderWithItems", orderId: number) =>
      (await app.ask(call, { query: { orderId }, token: admin })).payload;
    expect(await ask("order/getOrderById", sale.order.id)).toMatchObject(doorChannel);
    expect(await ask("order/getOrderWithItems", webSale.order.id)).toMatchObject(webChannel);
    const eventRequest = { query: { eventId: event.id }, token: admin };
    expect((await app.ask("order/getOrdersByEventId", eventRequest)).payload).toMatchObject([
      webChannel,
      doorChannel,
    ]);
    const query = { registrationId: registration.id };
    expect(
      (await app.ask("registration/getRegistrationById", { query, token: admin })).payload,
    ).toMatchObject({
      order: doorChannel,
    });
    const list = await app.ask("registration/getAttendees", {
      query: { eventId: event.id, searchKeyword: attendees[0]!.firstName },
      token: admin,
    });
    expect(list.payload.items).toMatchObject([
      { orderPaidBy: "cardTerminal" },
      { orderPaidBy: "cardTerminal" },
    ]);
    for (const reply of [sale.order, webSale.order]) expect(Object.keys(reply)).not.toContain("channel");
  });

  test("a sale at the door needs no name and no address, and no answer to an optional question", async () => {
    await buildQuestion(app.database.db, event.id);
    const before = (await mails()).length;
    const { attendees } = (await sell()).payload;
    expect(attendees.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
      "Door sale 1",
      "Door sale 2",
    ]);
    expect(await mails()).toHaveLength(before);
  });

  test("a sale of a free ticket at the door has a free order and admits in the same step", async () => {
    const free = await buildTicket(app.database.db, event.id, { price: 0 });
    const tickets = [{ ticketId: free.id, quantity: 1 }];
    const reply = await sell({ tickets, totalAmount: 0, name: "Tom", email: "tom@example.org" });
    expect(reply.payload).toMatchObject({
      registration: { state: "active" },
      order: { paymentStatus: "free" },
      attendees: [{ firstName: "Tom", lastName: "", admission: { gate: "Till" } }],
    });
    expect(await mails()).toContain("tom@example.org");
    await expectCleanAudits();
  });

  test("the door's figures count its sales by payment method, and the event's revenue includes them", async () => {
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
    await expectCleanAudits();
  });

  test("a sale that staff cancel is refunded, and is paid again when staff reactivate it", async () => {
    const sale = (await sell()).payload;
    const setActive = async (status: boolean) => {
      const body = { id: sale.registration.id, status };
      expect((await app.ask("registration/updateStatus", { body, token: admin })).status).toBe(200);
      await expectCleanAudits();
      const query = { orderId: sale.order.id };
      const { paymentStatus } = (await app.ask("order/getOrderById", { query, token: admin })).payload;
      return { paymentStatus, ...(await figures()) };
    };
    expect(await setActive(false)).toMatchObject({
      paymentStatus: "refunded",
      expected: 0,
      sales: { tickets: 0, cash: 0 },
    });
    expect(await setActive(true)).toMatchObject({
      paymentStatus: "paid",
      expected: 2,
      sales: { tickets: 2, cash: 4400 },
    });
  });

  test("a sale keeps its order when staff delete its registration, because it was paid", async () => {
    const { registration, order } = (await sell()).payload;
    const query = { registrationId: registration.id, eventId: event.id };
    const remove = (force: boolean) =>
      app.ask("registration/removeRegistration", { query: { ...query, force }, token: admin });
    expect(await remove(false)).toMatchObject({ status: 409 });
    expect((await remove(true)).status).toBe(200);
    const stored = await app.ask("order/getOrderById", { query: { orderId: order.id }, token: admin });
    expect(stored.payload).toMatchObject({ paymentStatus: "paid", registrationId: null });
    expect(await figures()).toMatchObject({ expected: 0, arrived: 0, sales: { cash: 4400 } });
    await expectCleanAudits();
  });

  test("a sale with a repeated Idempotency-Key is made once", async () => {
    const headers = { "idempotency-key": `a-sale-${randomUUID()}` };
    const [one, again] = [await sell({}, { headers }), await sell({}, { headers })];
    expect(again.payload).toEqual(one.payload);
    expect(await figures()).toMatchObject({ arrived: 2, sales: { tickets: 2 } });
  });

  test("a sale by staff is at the gate that they chose for their device", async () => {
    const deviceId = randomUUID();
    const body = { eventId: event.id, deviceId, gate: "Back door", deviceName: "A phone" };
    await app.ask("door/register", { body, token: admin });
    const reply = await sell({ deviceId }, { token: admin });
    expect(reply.payload.attendees[0]?.admission).toMatchObject({ gate: "Back door", by: "Mia Keller" });
  });
});

describe("a sale of extras at the door", () => {
  let dinner: number;
  beforeEach(async () => {
    dinner = (await buildExtras(app.database.db, event.id, { price: 1500, maxStock: 3 })).id;
  });
  const withDinners = (quantity: number, changes: Record<string, unknown> = {}) =>
    sell({
      tickets: [{ ticketId, quantity: 1 }],
      extras: [{ extrasId: dinner, quantity }],
      totalAmount: 2200 + quantity * 1650,
      ...changes,
    });
  const copy = async () =>
    (await app.ask("door/getCopy", { query: { eventId: event.id }, token: till.token })).payload;
  const stock = async () =>
    app.database.db
      .selectFrom("extras")
      .select(["held", "sold"])
      .where("id", "=", dinner)
      .executeTakeFirstOrThrow();

  test("extras sold at the door are in the order's lines with their tax, in the till and in the figures", async () => {
    const { order } = (await withDinners(2)).payload;
    expect(order).toMatchObject({
      subtotal: 5000,
      tax: 500,
      totalAmount: 5500,
      items: [
        { kind: "ticket", title: "Standard", quantity: 1, total: 2000 },
        { kind: "extras", refId: dinner, title: "Dinner", quantity: 2, total: 3000 },
      ],
      receiptNumber: 1,
    });
    const { db } = app.database;
    const receipt = await receiptOf(db, (await orderById(db, order.id))!);
    expect(receipt?.order.items.map(({ title, quantity }) => `${quantity} × ${title}`)).toEqual([
      "1 × Standard",
      "2 × Dinner",
    ]);
    const query = { eventId: event.id, deviceId: till.deviceId };
    const takings = { tickets: 1, extras: 2, cash: 5500, cardTerminal: 0 };
    expect((await app.ask("door/getTill", { query, token: till.token })).payload).toMatchObject(takings);
    expect((await figures()).sales).toMatchObject(takings);
    expect(await stock()).toEqual({ held: 0, sold: 2 });
    await expectCleanAudits();
  });

  test("a sale at the door adds no tax to prices that include it", async () => {
    const { db } = app.database;
    await db.updateTable("events").set({ prices_include_tax: true }).where("id", "=", event.id).execute();
    const { order } = (await withDinners(2, { totalAmount: 5000 })).payload;
    expect(order).toMatchObject({ subtotal: 4545, tax: 455, totalAmount: 5000 });
  });

  test("extras that are not handed over with the sale can be handed over later, also in part", async () => {
    await withDinners(2, { name: "Ada Lovelace" });
    const [purchase] = (await copy()).purchases;
    expect(purchase).toMatchObject({
      items: [{ title: "Dinner", quantity: 2 }],
      state: "active",
      redemption: null,
      handovers: [],
    });
    const scan = {
      scanId: randomUUID(),
      sequence: 1,
      kind: "redeem",
      purchaseId: purchase!.purchaseId,
      lines: [{ line: 0, quantity: 1 }],
      decided: true,
      claimedAt: app.time.now.toISOString(),
    };
    const body = { eventId: event.id, deviceId: till.deviceId, scans: [scan] };
    const { answers } = (await app.ask("door/sync", { body, token: till.token })).payload;
    expect(answers).toMatchObject([{ verdict: "welcome", purchase: { handovers: [{ counts: [1] }] } }]);
    await expectCleanAudits();
  });

  test("extras are handed over with the sale if the seller does so, also free ones", async () => {
    await withDinners(2, { handsOverExtras: true });
    const free = await buildTicket(app.database.db, event.id, { price: 0 });
    const gift = await buildExtras(app.database.db, event.id, { name: "Programme", price: 0 });
    await sell({
      tickets: [{ ticketId: free.id, quantity: 1 }],
      extras: [{ extrasId: gift.id, quantity: 1 }],
      handsOverExtras: true,
      totalAmount: 0,
    });
    expect((await copy()).purchases).toMatchObject([
      { redemption: { gate: "Till" }, handovers: [{ counts: [2], by: "Lena's phone" }] },
      { redemption: { gate: "Till" }, handovers: [{ counts: [1] }] },
    ]);
    await expectCleanAudits();
  });

  test("a sale is refused if too few extras are left, and then sells no ticket either", async () => {
    await withDinners(2);
    const refusal = { code: "notEnoughLeft", payload: { availableExtras: { [dinner]: 1 } } };
    expect(await withDinners(2)).toMatchObject(refusal);
    await withDinners(1);
    expect(await withDinners(1)).toMatchObject({
      code: "soldOut",
      payload: { availableExtras: { [dinner]: 0 } },
    });
    expect(await figures()).toMatchObject({ arrived: 2, sales: { tickets: 2, extras: 3 } });
    expect(await stock()).toEqual({ held: 0, sold: 3 });
    await expectCleanAudits();
  });

  test("a sale is refused for inactive extras and for extras of another event", async () => {
    const { db } = app.database;
    const inactive = await buildExtras(db, event.id, { isActive: false });
    const other = await buildExtras(db, (await buildEvent(db)).id);
    for (const { id } of [inactive, other])
      expect(await withDinners(1, { extras: [{ extrasId: id, quantity: 1 }] })).toMatchObject({
        code: "invalidInput",
        payload: { fields: [{ path: "extras.0.extrasId", message: "is not an extra of this event" }] },
      });
    expect(await figures()).toMatchObject({ sales: { tickets: 0, extras: 0 } });
  });
});

describe("the questions of a sale at the door", () => {
  let db: TestApp["database"]["db"];
  beforeEach(() => {
    ({ db } = app.database);
  });
  const answersOf = async (registrationId: number) => {
    const query = { registrationId };
    const reply = await app.ask("registration/getRegistrationById", { query, token: admin });
    return reply.payload.attendees.map(({ answers }) => answers.map(({ answer }) => answer));
  };
  const answer = (questionId: number, text: string) => ({ questionId, answer: text });

  test("the first person of a sale must answer the required questions of their ticket and of the buyer, as on the web", async () => {
    const other = await buildTicket(db, event.id, { price: 0 });
    const menu = await buildQuestion(db, event.id, {
      required: true,
      text: "Fish or meat?",
      ticketIds: [ticketId],
    });
    const company = await buildQuestion(db, event.id, { required: true, text: "Company?", askedOf: "buyer" });
    await buildQuestion(db, event.id, { required: true, text: "Child?", ticketIds: [other.id] });
    await buildQuestion(db, event.id, { required: true, text: "Arrival?", askedWhen: "later" });
    expect(await sell()).toMatchObject({
      code: "invalidInput",
      payload: {
        fields: [
          { path: `attendees.0.answers.question${menu.id}`, message: "is required" },
          { path: `attendees.0.answers.question${company.id}`, message: "is required" },
        ],
      },
    });
    expect(await figures()).toMatchObject({ expected: 0, sales: { tickets: 0 } });
    const answers = [[answer(menu.id, "Fish"), answer(company.id, "ACME")], [answer(menu.id, "Meat")]];
    const { registration } = (await sell({ answers })).payload;
    expect(await answersOf(registration.id)).toEqual([["Fish", "ACME"], ["Meat"]]);
  });

  test("answers of a sale are checked as on the web: options, hidden questions, questions to the buyer, and the number of people", async () => {
    const menu = await buildQuestion(db, event.id, { typeId: 2, text: "Menu?", options: ["Fish", "Meat"] });
    const fish = await buildQuestion(db, event.id, {
      text: "Which fish?",
      required: true,
      showIf: { questionId: menu.id, equals: "Fish" },
    });
    const company = await buildQuestion(db, event.id, { text: "Company?", askedOf: "buyer" });
    const problemOf = async (answers: unknown) =>
      ((await sell({ answers })).payload as { fields?: { path: string; message: string }[] }).fields?.[0];
    expect(await problemOf([[answer(menu.id, "Soup")]])).toMatchObject({ path: "attendees.0.answers.0" });
    expect(await problemOf([[answer(menu.id, "Fish")]])).toEqual({
      path: `attendees.0.answers.question${fish.id}`,
      message: "is required",
    });
    expect(await problemOf([[answer(menu.id, "Meat"), answer(fish.id, "Cod")]])).toEqual({
      path: "attendees.0.answers.1",
      message: "answers a question that is not shown with these answers",
    });
    expect(await problemOf([[], [answer(company.id, "ACME")]])).toEqual({
      path: "attendees.1.answers.0",
      message: "is asked of the buyer only",
    });
    expect(await problemOf([[], [], []])).toEqual({
      path: "answers",
      message: "must be for at most 2 people",
    });
    expect((await sell({ answers: [[answer(menu.id, "Fish"), answer(fish.id, "Cod")]] })).status).toBe(200);
    await expectCleanAudits();
  });

  test("a buyer at the door with an address may answer later if the event allows it, and the door shows that answers are missing", async () => {
    await buildQuestion(db, event.id, { required: true });
    const later = { answersLater: true, email: "ada@example.org" };
    expect(await sell(later)).toMatchObject({ code: "invalidInput" });
    const config = { guestNamesLater: true };
    expect(
      (await app.ask("event/saveConfig", { body: { eventId: event.id, config }, token: admin })).status,
    ).toBe(200);
    expect(await sell({ answersLater: true })).toMatchObject({ code: "invalidInput" });
    expect(await sell({ email: "ada@example.org" })).toMatchObject({ code: "invalidInput" });
    expect((await sell(later)).payload.attendees[0]).toMatchObject({ missing: ["answers"] });
  });
});

describe("a sale whose reply was lost", () => {
  const newKeyHeader = () => ({ "idempotency-key": `a-sale-${randomUUID()}` });
  const close = (key: string, token = till.token) =>
    app.ask("door/closeSale", { body: { eventId: event.id, key }, token });
  const tickets = async () => (await figures()).sales?.tickets;

  test("a sale is found by its key, even through a link that was revoked since", async () => {
    const keyHeader = newKeyHeader();
    await sell({}, { headers: keyHeader });
    expect((await close(keyHeader["idempotency-key"])).payload).toEqual({ isSold: true });
    const { db } = app.database;
    await db
      .updateTable("door_links")
      .set({ revoked_at: app.time.now })
      .where("id", "=", till.linkId)
      .execute();
    app.services.passes.forget();
    expect((await close(keyHeader["idempotency-key"])).payload).toEqual({ isSold: true });
    expect(await tickets()).toBe(2);
  });

  test("a sale that was reported as not made is refused when its request arrives late", async () => {
    const keyHeader = newKeyHeader();
    for (let round = 0; round < 2; round++)
      expect((await close(keyHeader["idempotency-key"])).payload).toEqual({ isSold: false });
    expect(await sell({}, { headers: keyHeader })).toMatchObject({ code: "idempotencyMismatch" });
    expect(await tickets()).toBe(0);
    await expectCleanAudits();
  });

  test("after a refusal, a sale counts as not made when its key is closed", async () => {
    const keyHeader = newKeyHeader();
    expect(await sell({ totalAmount: 1 }, { headers: keyHeader })).toMatchObject({ code: "amountMismatch" });
    expect((await close(keyHeader["idempotency-key"])).payload).toEqual({ isSold: false });
  });

  test("a sale is not made again after its stored reply was deleted", async () => {
    const { db } = app.database;
    const [keyHeader, otherKey] = [newKeyHeader(), `another-call-${randomUUID()}`];
    await sell({}, { headers: keyHeader });
    await db
      .insertInto("idempotency_keys")
      .values({ call: "order/createOrder", key: otherKey, body_hash: Buffer.alloc(32), reply: "{}" })
      .execute();
    const keys = [keyHeader["idempotency-key"], otherKey];
    const ageKeys = () =>
      sql`update idempotency_keys set created_at = now() - interval '8 days' where key = any(${keys})`.execute(
        db,
      );
    await ageKeys();
    await app.checkout.sweep();
    expect(
      await db.selectFrom("idempotency_keys").select(["key", "reply"]).where("key", "in", keys).execute(),
    )
      // The stored reply contains the buyer's name, so it is deleted after a week.
      .toEqual([{ key: keyHeader["idempotency-key"], reply: null }]);
    expect(await sell({}, { headers: keyHeader })).toMatchObject({ code: "alreadyPaid" });
    expect((await close(keyHeader["idempotency-key"])).payload).toEqual({ isSold: true });
    expect(await tickets()).toBe(2);
  });
});

describe("a till", () => {
  const readTill = async (query: { deviceId?: string } = {}, token = till.token) =>
    (
      await app.ask("door/getTill", {
        query: { eventId: event.id, deviceId: till.deviceId, ...query },
        token,
      })
    ).payload;
  const buildOtherTill = () =>
    buildHelper(app.database.db, { eventId: event.id, now: app.time.now }, { gate: "Other till" });

  test("a till shows what its own device took in cash and by card terminal, and nothing from other devices", async () => {
    const second = await buildOtherTill();
    await sell();
    await sell({ tickets: [{ ticketId, quantity: 1 }], totalAmount: 2200, paidBy: "cardTerminal" });
    await sell({ tickets: [{ ticketId, quantity: 3 }], totalAmount: 6600 }, { token: second.token });
    const firstTill = {
      tickets: 3,
      extras: 0,
      cash: 4400,
      cardTerminal: 2200,
      currency: "eur",
      since: "2031-06-01T04:00:00.000Z",
    };
    expect(await readTill()).toEqual(firstTill);
    // A helper's device reads its own till, whatever id it sends.
    const secondTill = { tickets: 3, cash: 6600, cardTerminal: 0 };
    expect(await readTill({}, second.token)).toMatchObject(secondTill);
    expect(await readTill({ deviceId: second.deviceId.toUpperCase() }, admin)).toMatchObject(secondTill);
    const ownDeviceId = randomUUID();
    const body = { eventId: event.id, deviceId: ownDeviceId, gate: "Office" };
    expect((await app.ask("door/register", { body, token: admin })).status).toBe(200);
    await sell(
      { deviceId: ownDeviceId.toUpperCase(), tickets: [{ ticketId, quantity: 1 }], totalAmount: 2200 },
      { token: admin },
    );
    expect(await readTill({ deviceId: ownDeviceId }, admin)).toMatchObject({ tickets: 1, cash: 2200 });
    expect(await readTill()).toEqual(firstTill);
  });

  test("a till starts at zero at six in the morning in the event's time zone, not at midnight", async () => {
    await sell();
    app.time.now = new Date("2031-06-02T03:59:59Z");
    expect(await readTill()).toMatchObject({ cash: 4400, since: "2031-06-01T04:00:00.000Z" });
    app.time.now = new Date("2031-06-02T04:00:00Z");
    expect(await readTill()).toMatchObject({ tickets: 0, cash: 0, since: "2031-06-02T04:00:00.000Z" });
  });

  test("a till does not count a sale that staff cancelled, because it was refunded", async () => {
    const { registration } = (await sell()).payload;
    const body = { id: registration.id, status: false };
    expect((await app.ask("registration/updateStatus", { body, token: admin })).status).toBe(200);
    expect(await readTill()).toMatchObject({ tickets: 0, cash: 0 });
  });

  test("a till is refused to a helper whose link may not sell", async () => {
    const at = { eventId: event.id, now: app.time.now };
    const { token, deviceId } = await buildHelper(app.database.db, at, { rights: ["scan"] });
    expect(await app.ask("door/getTill", { query: { eventId: event.id, deviceId }, token })).toMatchObject({
      status: 403,
      code: "wrongRole",
    });
  });
});

describe("a refused sale at the door", () => {
  afterAll(expectCleanAudits);

  test("a sale is refused if the client's total differs from the server's", async () => {
    const reply = await sell({ totalAmount: 4000 });
    expect(reply).toMatchObject({ code: "amountMismatch", payload: { totalAmount: 4400 } });
    expect(await figures()).toMatchObject({ expected: 0, arrived: 0, sales: { tickets: 0 } });
  });

  test("a sale is refused if too few tickets are left, but an expired hold does not block it", async () => {
    await hold(app, event.id, ticketId, 9);
    expect(await sell()).toMatchObject({ code: "notEnoughLeft", payload: { available: { [ticketId]: 1 } } });
    app.time.now = new Date(app.time.now.getTime() + hourMs);
    expect((await sell()).status).toBe(200);
  });

  test("a sale is refused to a helper whose link may not sell", async () => {
    const at = { eventId: event.id, now: app.time.now };
    const { token } = await buildHelper(app.database.db, at, { rights: ["scan", "search", "undo"] });
    expect(await sell({}, { token })).toMatchObject({ status: 403, code: "wrongRole" });
  });

  test("a sale is refused for an inactive ticket and for a ticket of another event", async () => {
    const { db } = app.database;
    const inactive = await buildTicket(db, event.id, { isActive: false });
    const otherTicket = await buildTicket(db, (await buildEvent(db)).id);
    const sellOne = (id: number) => sell({ tickets: [{ ticketId: id, quantity: 1 }] });
    expect(await sellOne(inactive.id)).toMatchObject({ code: "salesClosed" });
    expect(await sellOne(otherTicket.id)).toMatchObject({ code: "invalidInput" });
  });

  test("a sale is refused after the event or its cancellation; until then the door also sells a ticket whose sale has ended", async () => {
    const { db } = app.database;
    const pastTicket = await buildTicket(db, event.id, {
      salesStart: new Date("2031-04-01T00:00:00Z"),
      salesEnd: new Date("2031-05-01T00:00:00Z"),
    });
    const sale = { tickets: [{ ticketId: pastTicket.id, quantity: 1 }], totalAmount: 2750 };
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
