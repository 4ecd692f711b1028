import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { hold, placeTestOrder } from "../../testing/buying.ts";
import { buildTwoClubs, fieldsOf, historyOf, type TwoClubs } from "../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let eventId: number;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
  eventId = (await buildEvent(app.database.db, { clubId: clubs.clubId })).id;
});
afterAll(() => app.close());

const save = (body: object, request: TestRequest = {}) =>
  app.ask("ticket/save", { token: clubs.tokens.admin, ...request, body });
const listTickets = async (token?: string) =>
  (
    await app.ask("ticket/getTicketsByEventId", {
      query: { eventId },
      ...(token === undefined ? {} : { token }),
    })
  ).payload;

describe("a new ticket", () => {
  test("a new ticket needs an event, a title, a price and a stock; its other fields have default values", async () => {
    const reply = await save({ eventId, title: "Standard", price: 2500, maxStock: 40 });
    expect(reply.payload).toEqual({
      id: expect.any(Number),
      eventId,
      title: "Standard",
      description: "",
      price: 2500,
      currency: "eur",
      maxStock: 40,
      currentStock: 40,
      salesStart: null,
      salesEnd: null,
      isActive: true,
      sortOrder: 0,
      validDays: null,
      isHidden: false,
      sharedCapacityId: null,
      hasWaitingList: false,
      taxRateId: null,
      taxRate: null,
    });
    expect((await save({ eventId, title: "Next", price: 0, maxStock: 1 })).payload.sortOrder).toBe(1);
    expect(fieldsOf(await save({}))).toEqual({
      eventId: "is required",
      title: "is required",
      price: "is required",
      maxStock: "is required",
    });
  });

  test("a ticket's valid days are stored in order and once each, and an empty list as null", async () => {
    const body = { eventId, title: "Weekend", price: 100, maxStock: 1 };
    const created = await save({ ...body, validDays: ["2030-05-03", "2030-05-02", "2030-05-03"] });
    const { id, validDays } = created.payload;
    expect(validDays).toEqual(["2030-05-02", "2030-05-03"]);
    expect((await save({ id, title: "Week's end" })).payload.validDays).toEqual(validDays);
    expect((await listTickets()).find((one) => one.id === id)?.validDays).toEqual(validDays);
    expect((await save({ id, validDays: [] })).payload.validDays).toBeNull();
    expect((await save({ id, validDays: ["2030-05-02"] })).payload.validDays).toEqual(["2030-05-02"]);
    expect((await save({ id, validDays: null })).payload.validDays).toBeNull();
  });

  test.each([
    [["2030-02-30"], "validDays.0"],
    [["May 2"], "validDays.0"],
    [Array.from({ length: 61 }, () => "2030-05-02"), "validDays"],
    ["2030-05-02", "validDays"],
  ])("a ticket refuses %j as valid days", async (validDays, path) => {
    const reply = await save({ eventId, title: "Weekend", price: 100, maxStock: 1, validDays });
    expect(Object.keys(fieldsOf(reply))).toEqual([path]);
  });

  test("two requests with one Idempotency-Key create one ticket", async () => {
    const headers = { "idempotency-key": "ticket-once" };
    const body = { eventId, title: "Once", price: 100, maxStock: 1 };
    const [one, other] = [await save(body, { headers }), await save(body, { headers })];
    expect(other.payload).toEqual(one.payload);
  });

  test.each<[string, object, string]>([
    ["title", { title: " " }, "is required"],
    ["title", { title: "two\nlines" }, "must be one line without control characters"],
    ["price", { price: -1 }, "must not be negative"],
    ["price", { price: 12.5 }, "must be a whole number of minor units"],
    ["price", { price: "2500" }, "must be a number"],
    ["maxStock", { maxStock: -1 }, "must not be negative"],
    ["maxStock", { maxStock: 10_000_001 }, "must be at most 10,000,000"],
    [
      "salesEnd",
      { salesStart: "2030-02-01T00:00:00Z", salesEnd: "2030-01-01T00:00:00Z" },
      "must not be before the start of sales",
    ],
  ])("a ticket is refused with an error for its wrong field: %s %j", async (path, more, message) => {
    const reply = await save({ eventId, title: "Standard", price: 100, maxStock: 1, ...more });
    expect([reply.status, fieldsOf(reply)]).toEqual([400, { [path]: message }]);
  });
});

describe("a changed ticket", () => {
  test("a changed ticket keeps what is not sent, and the history has its old values", async () => {
    const { id } = (await save({ eventId, title: "Early", price: 1000, maxStock: 5, description: "Soon" }))
      .payload;
    const reply = await save({ id, price: 1500, salesEnd: "2030-01-01T00:00:00Z" });
    expect(reply.payload).toMatchObject({ title: "Early", description: "Soon", price: 1500, maxStock: 5 });
    const cleared = await save({ id, description: null, salesEnd: null });
    expect(cleared.payload).toMatchObject({ description: "", salesEnd: null });
    const history = await historyOf(app.database.db, "ticket", id);
    expect(history[1]).toMatchObject({
      actor: `user:${clubs.users.admin}`,
      action: "changed",
      event_id: eventId,
      detail: { from: { price: 1000, sales_end: null }, to: { price: 1500 } },
    });
  });

  test("a changed ticket ignores fields that only the server sets", async () => {
    const other = await buildEvent(app.database.db, { clubId: clubs.clubId });
    const { payload: before } = await save({ eventId, title: "Own words", price: 100, maxStock: 5 });
    const reply = await save({
      id: before.id,
      eventId: other.id,
      event_id: other.id,
      currentStock: 500,
      sold: 5,
      held: 5,
      currency: "usd",
      role: 10,
    });
    expect(reply.payload).toEqual(before);
    expect(await historyOf(app.database.db, "ticket", before.id)).toHaveLength(1);
  });

  test("a ticket's maxStock cannot be less than what is sold and held", async () => {
    const { id } = (await save({ eventId, title: "Few", price: 0, maxStock: 10 })).payload;
    await placeTestOrder(app, eventId, id, 2);
    await hold(app, eventId, id, 3);
    const reply = await save({ id, maxStock: 4 });
    expect([reply.status, reply.code, fieldsOf(reply)]).toEqual([
      409,
      "inUse",
      { maxStock: "must be at least 5, the number sold or held" },
    ]);
    expect((await save({ id, maxStock: 5 })).payload).toMatchObject({ maxStock: 5, currentStock: 0 });
  });

  test("a ticket of another club is not found", async () => {
    const { id } = (await save({ eventId, title: "Ours", price: 100, maxStock: 5 })).payload;
    const byStranger = { token: clubs.tokens.stranger };
    expect(await save({ id, price: 0 }, byStranger)).toMatchObject({
      status: 404,
      msg: "There is no such ticket.",
    });
    expect((await save({ eventId, title: "Mine", price: 0, maxStock: 1 }, byStranger)).status).toBe(404);
  });
});

describe("sorting tickets", () => {
  test("staff set the order of tickets; tickets that are not in the request follow in their old order", async () => {
    const event = await buildEvent(app.database.db, { clubId: clubs.clubId });
    const ids: number[] = [];
    for (const title of ["a", "b", "c", "d"])
      ids.push((await buildTicket(app.database.db, event.id, { title })).id);
    const [a, b, c, d] = ids;
    const reorder = (ticketIds: unknown[]) =>
      app.ask("ticket/reorder", { body: { eventId: event.id, ticketIds }, token: clubs.tokens.admin });
    expect((await reorder([d, b])).payload.map(({ id }) => id)).toEqual([d, b, a, c]);
    expect((await reorder([String(c), c])).payload.map(({ id }) => id)).toEqual([c, d, b, a]);
    const foreign = await buildTicket(app.database.db, eventId);
    expect(fieldsOf(await reorder([a, foreign.id]))).toEqual({
      "ticketIds.1": "is not a ticket of this event",
    });
  });
});

describe("ticket/removeTicket", () => {
  const remove = (ticketId: number) =>
    app.ask("ticket/removeTicket", { body: { ticketId }, token: clubs.tokens.admin });

  test("a ticket that nobody has can be removed, and the history says who removed it", async () => {
    const { id } = (await save({ eventId, title: "Mistake", price: 100, maxStock: 5 })).payload;
    expect((await remove(id)).payload).toEqual({ id });
    expect((await listTickets(clubs.tokens.admin)).map((ticket) => ticket.id)).not.toContain(id);
    const history = await historyOf(app.database.db, "ticket", id);
    expect(history.at(-1)).toMatchObject({ action: "removed", actor: `user:${clubs.users.admin}` });
    expect((await remove(id)).status).toBe(404);
  });

  test("a ticket that is sold, is held, or has a cancelled order cannot be removed", async () => {
    const { db } = app.database;
    const newId = async () => (await save({ eventId, title: "Wanted", price: 0, maxStock: 5 })).payload.id;
    const [sold, held, ordered] = [await newId(), await newId(), await newId()];
    await placeTestOrder(app, eventId, sold);
    await hold(app, eventId, held);
    const cancelled = await placeTestOrder(app, eventId, ordered);
    await db
      .updateTable("registrations")
      .set({ state: "cancelled" })
      .where("id", "=", cancelled.registrationId)
      .execute();
    await db.updateTable("tickets").set({ sold: 0 }).where("id", "=", ordered).execute();
    for (const [id, why] of [
      [sold, /^This ticket was sold/],
      [held, /^Somebody is buying/],
      [ordered, /^This ticket was ordered before/],
    ] as const) {
      const reply = await remove(id);
      expect([reply.status, reply.code]).toEqual([409, "inUse"]);
      expect(reply.msg).toMatch(why);
    }
    expect((await save({ id: sold, isActive: false })).payload.isActive).toBe(false);
  });
});

test("staff see their club's inactive tickets, visitors and staff of another club do not", async () => {
  const { id } = (await save({ eventId, title: "Crew", price: 0, maxStock: 5, isActive: false })).payload;
  const isListed = async (token?: string) => (await listTickets(token)).some((ticket) => ticket.id === id);
  expect([
    await isListed(),
    await isListed(clubs.tokens.stranger),
    await isListed(clubs.tokens.admin),
  ]).toEqual([false, false, true]);
});
