import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, type TestRequest, testApp } from "../../testing/app.ts";
import { buildEvent, buildPromoCode, buildTicket } from "../../testing/builders.ts";
import { buildTwoClubs, fieldsOf, historyOf, type TwoClubs } from "../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let eventId: number;
let ticketId: number;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
  eventId = (await buildEvent(app.database.db, { clubId: clubs.clubId })).id;
  ticketId = (await buildTicket(app.database.db, eventId)).id;
});
afterAll(() => app.close());

const save = (body: object, request: TestRequest = {}) =>
  app.ask("promoCode/save", { token: clubs.tokens.admin, ...request, body });
const remove = (promoCodeId: number) =>
  app.ask("promoCode/remove", { body: { promoCodeId }, token: clubs.tokens.admin });
const listCodes = async () =>
  (await app.ask("promoCode/getByEventId", { query: { eventId }, token: clubs.tokens.admin })).payload;
const hold = (promoCode: string, quantity: number) =>
  app.ask("registration/initRegistration", {
    body: { eventId, tickets: [{ ticketId, quantity }], promoCode },
  });

describe("a new code", () => {
  test("a new code needs an event, a code and a kind, and by default is active, for all tickets, and without a limit or dates", async () => {
    const reply = await save({ eventId, code: " Early-26 ", kind: "percent", value: 12.5 });
    expect(reply.payload).toEqual({
      id: expect.any(Number),
      eventId,
      code: "Early-26",
      kind: "percent",
      value: 12.5,
      ticketIds: null,
      maxUses: null,
      held: 0,
      sold: 0,
      left: null,
      startsAt: null,
      endsAt: null,
      isActive: true,
    });
    expect(await listCodes()).toContainEqual(reply.payload);
    expect(fieldsOf(await save({}))).toEqual({
      eventId: "is required",
      code: "is required",
      kind: "is required",
    });
    expect(await historyOf(app.database.db, "promoCode", reply.payload.id)).toMatchObject([
      { actor: `user:${clubs.users.admin}`, action: "created", event_id: eventId },
    ]);
  });

  test.each<[string, object, string]>([
    ["code", { code: "two words" }, "must be letters, digits, dots, dashes and underscores"],
    ["code", { code: "x".repeat(41) }, "must be at most 40 characters"],
    ["value", { value: 0 }, "must be more than 0"],
    ["value", { value: -1 }, "must not be negative"],
    ["value", { value: 100.01 }, "must be at most 100 percent"],
    ["value", { value: 33.333 }, "must have at most 2 decimals"],
    ["value", { kind: "amount", value: 2.5 }, "must be a whole number of minor units"],
    ["value", { kind: "amount", value: "500" }, "must be a number"],
    ["ticketIds", { kind: "access" }, "must list the tickets that the code gives access to"],
    ["ticketIds", { kind: "access", ticketIds: [] }, "must list the tickets that the code gives access to"],
    ["ticketIds.0", { ticketIds: [987_654] }, "is not a ticket of this event"],
    ["maxUses", { maxUses: 0 }, "must be at least 1"],
    ["maxUses", { maxUses: 1.5 }, "must be a whole number"],
    [
      "endsAt",
      { startsAt: "2030-02-01T00:00:00Z", endsAt: "2030-01-01T00:00:00Z" },
      "must not be before the start",
    ],
  ])("a code is refused with an error for its wrong field: %s %j", async (path, more, message) => {
    const before = await listCodes();
    const reply = await save({ eventId, code: "BAD", kind: "percent", value: 10, ...more });
    expect([reply.status, fieldsOf(reply)]).toEqual([400, { [path]: message }]);
    expect(await listCodes()).toEqual(before);
  });

  test("an event cannot have a code twice, in upper or lower case; another event can have it too", async () => {
    await save({ eventId, code: "Twice", kind: "percent", value: 10 });
    const reply = await save({ eventId, code: "TWICE", kind: "percent", value: 20 });
    expect([reply.status, reply.code, fieldsOf(reply)]).toEqual([
      409,
      "inUse",
      { code: "is already used by another promo code of this event" },
    ]);
    const other = await buildEvent(app.database.db, { clubId: clubs.clubId });
    expect((await save({ eventId: other.id, code: "TWICE", kind: "percent", value: 20 })).status).toBe(200);
  });

  test("a code cannot be for tickets of another event", async () => {
    const other = await buildEvent(app.database.db, { clubId: clubs.clubId });
    const foreign = await buildTicket(app.database.db, other.id);
    const reply = await save({ eventId, code: "BAD", kind: "access", ticketIds: [ticketId, foreign.id] });
    expect(fieldsOf(reply)).toEqual({ "ticketIds.1": "is not a ticket of this event" });
  });

  test("two requests with one Idempotency-Key create one code", async () => {
    const headers = { "idempotency-key": "code-once" };
    const body = { eventId, code: "ONCE", kind: "percent", value: 10 };
    const [one, other] = [await save(body, { headers }), await save(body, { headers })];
    expect(other.payload).toEqual(one.payload);
  });
});

describe("a changed code", () => {
  test("a changed code keeps what is not sent, and the history has its old values", async () => {
    const window = { startsAt: "2030-01-01T00:00:00.000Z", endsAt: "2030-02-01T00:00:00.000Z" };
    const { id } = (
      await save({ eventId, code: "SPRING", kind: "percent", value: 10, maxUses: 5, ...window })
    ).payload;
    const reply = await save({ id, value: 15, ticketIds: [ticketId, ticketId] });
    expect(reply.payload).toMatchObject({
      code: "SPRING",
      value: 15,
      maxUses: 5,
      ticketIds: [ticketId],
      ...window,
    });
    const cleared = await save({ id, maxUses: null, ticketIds: null, startsAt: null, endsAt: null });
    expect(cleared.payload).toMatchObject({ maxUses: null, ticketIds: null, startsAt: null, endsAt: null });
    expect((await historyOf(app.database.db, "promoCode", id))[1]).toMatchObject({
      action: "changed",
      detail: { from: { value: 10 }, to: { value: 15, ticket_ids: [ticketId] } },
    });
  });

  test("a code that is changed to give only access has no discount", async () => {
    const { id } = (await save({ eventId, code: "OPEN", kind: "percent", value: 10 })).payload;
    const reply = await save({ id, kind: "access", value: 50, ticketIds: [ticketId] });
    expect(reply.payload).toMatchObject({ kind: "access", value: 0 });
    expect(fieldsOf(await save({ id, kind: "percent" }))).toEqual({ value: "must be more than 0" });
  });

  test("a code's limit cannot be less than the places held with it, and fields that only the server sets are ignored", async () => {
    const { id } = (await save({ eventId, code: "FEW", kind: "percent", value: 10, maxUses: 9 })).payload;
    await hold("few", 3);
    const reply = await save({ id, maxUses: 2 });
    expect([reply.status, reply.code, fieldsOf(reply)]).toEqual([
      409,
      "inUse",
      { maxUses: "must be at least 3, the number bought or held with this code" },
    ]);
    const other = await buildEvent(app.database.db, { clubId: clubs.clubId });
    const stored = await save({ id, maxUses: 3, held: 0, sold: 9, left: 9, eventId: other.id });
    expect(stored.payload).toMatchObject({ maxUses: 3, held: 3, sold: 0, left: 0, eventId });
  });

  test("a code of another club is not found", async () => {
    const { id } = await buildPromoCode(app.database.db, eventId);
    const byStranger = { token: clubs.tokens.stranger };
    expect(await save({ id, value: 100 }, byStranger)).toMatchObject({
      status: 404,
      msg: "There is no such promo code.",
    });
  });
});

describe("promoCode/remove", () => {
  test("a code that nobody used can be removed, and one that was ever used cannot", async () => {
    const { db } = app.database;
    const unused = await buildPromoCode(db, eventId);
    expect((await remove(unused.id)).payload).toEqual({ id: unused.id });
    expect((await remove(unused.id)).status).toBe(404);
    const used = await buildPromoCode(db, eventId, { code: "USED" });
    const { registration, accessKey } = (await hold("USED", 1)).payload;
    const inUse = { status: 409, code: "inUse", msg: "This code was used. Make it inactive instead." };
    expect(await remove(used.id)).toMatchObject(inUse);
    await app.ask("registration/releaseHold", { body: { registrationId: registration.id, accessKey } });
    expect(await remove(used.id)).toMatchObject(inUse);
    expect((await save({ id: used.id, isActive: false })).payload).toMatchObject({
      isActive: false,
      held: 0,
    });
  });

  test("a code keeps its other tickets when one of its tickets is removed", async () => {
    const { db } = app.database;
    const removed = await buildTicket(db, eventId);
    const code = await buildPromoCode(db, eventId, { code: "PAIR", ticketIds: [ticketId, removed.id] });
    await app.ask("ticket/removeTicket", { body: { ticketId: removed.id }, token: clubs.tokens.admin });
    const check = await app.ask("promoCode/check", { body: { eventId, code: code.code } });
    expect(check.payload.tickets.map(({ id }) => id)).toEqual([ticketId]);
    // The form sends the `ticketIds` of the listed code again.
    const [row] = (await listCodes()).filter(({ id }) => id === code.id);
    expect((await save({ id: code.id, ticketIds: row!.ticketIds, value: 20 })).status).toBe(200);
  });
});
