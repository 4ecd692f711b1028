import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, type TestRequest, testApp } from "../../../testing/app.ts";
import { buildEvent, buildTicket } from "../../../testing/builders.ts";
import { buildTwoClubs, fieldsOf, historyOf, type TwoClubs } from "../../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let eventId: number;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
  eventId = (await buildEvent(app.database.db, { clubId: clubs.clubId })).id;
});
afterAll(() => app.close());

const save = (extra: object, request: TestRequest = {}) =>
  app.ask("event/saveExtras", { token: clubs.tokens.admin, ...request, body: { newExtras: extra } });
const remove = (extrasId: number, ofEventId = eventId) =>
  app.ask("event/removeExtras", { query: { extrasId, eventId: ofEventId }, token: clubs.tokens.admin });

describe("event/saveExtras", () => {
  test("event/saveExtras creates an extra without a stock limit, and later changes only the fields that are sent", async () => {
    const created = (await save({ eventId, name: "T-shirt", price: 1500 })).payload;
    expect(created).toEqual({
      id: expect.any(Number),
      eventId,
      name: "T-shirt",
      description: "",
      price: 1500,
      currency: "eur",
      content: [],
      maxStock: null,
      currentStock: null,
      isActive: true,
      taxRateId: null,
      taxRate: null,
    });
    const content = [{ name: "Shirt", quantity: 1 }];
    const changed = (await save({ id: created.id, content, maxStock: 20, isActive: false })).payload;
    expect(changed).toEqual({ ...created, content, maxStock: 20, currentStock: 20, isActive: false });
    expect(await historyOf(app.database.db, "extras", created.id)).toMatchObject([
      { action: "created", actor: `user:${clubs.users.admin}`, event_id: eventId },
      { action: "changed", detail: { from: { max_stock: null }, to: { max_stock: 20, is_active: false } } },
    ]);
  });

  test.each<[string, object, string]>([
    ["newExtras.name", { name: "" }, "is required"],
    ["newExtras.price", { price: -1 }, "must not be negative"],
    ["newExtras.price", { price: undefined }, "is required"],
    ["newExtras.maxStock", { maxStock: 1.5 }, "must be a whole number"],
    ["newExtras.content.0.quantity", { content: [{ name: "Shirt", quantity: 0 }] }, "must be at least 1"],
    ["newExtras.content.0.name", { content: [{ quantity: 1 }] }, "is required"],
  ])("an extra is refused with an error for its wrong field: %s %j", async (path, more, message) => {
    const reply = await save({ eventId, name: "T-shirt", price: 1500, ...more });
    expect([reply.status, fieldsOf(reply)]).toEqual([400, { [path]: message }]);
  });

  test("an extra ignores fields that only the server sets, and another club cannot change it", async () => {
    const created = (await save({ eventId, name: "Dinner", price: 1500, maxStock: 5 })).payload;
    const reply = await save({
      id: created.id,
      eventId: 987_654,
      sold: 5,
      held: 5,
      currentStock: 1,
      currency: "usd",
    });
    expect(reply.payload).toEqual(created);
    expect((await save({ id: created.id, price: 0 }, { token: clubs.tokens.stranger })).status).toBe(404);
  });

  test("an extra that is held cannot be removed, and its stock cannot be set below the number held", async () => {
    const extra = (await save({ eventId, name: "Parking", price: 500, maxStock: 5 })).payload;
    const ticket = await buildTicket(app.database.db, eventId);
    const held = await app.ask("registration/initRegistration", {
      body: {
        eventId,
        tickets: [{ ticketId: ticket.id, quantity: 1 }],
        extras: [{ extrasId: extra.id, quantity: 3 }],
      },
    });
    expect(held.status).toBe(200);
    const reply = await save({ id: extra.id, maxStock: 2 });
    expect([reply.code, fieldsOf(reply)]).toEqual([
      "inUse",
      { "newExtras.maxStock": "must be at least 3, the number sold or held" },
    ]);
    expect((await save({ id: extra.id, maxStock: 3 })).payload.currentStock).toBe(0);
    expect((await save({ id: extra.id, maxStock: null })).payload.currentStock).toBeNull();
    expect(await remove(extra.id)).toMatchObject({ status: 409, code: "inUse" });
  });
});

describe("event/removeExtras", () => {
  test("event/removeExtras removes an extra only if it is of the event in the request", async () => {
    const other = await buildEvent(app.database.db, { clubId: clubs.clubId });
    const { id } = (await save({ eventId, name: "Mistake", price: 100 })).payload;
    expect((await remove(id, other.id)).status).toBe(404);
    expect((await remove(id)).payload).toEqual({ id });
    const remaining = await app.ask("event/getExtras", { query: { eventId }, token: clubs.tokens.admin });
    expect(remaining.payload.map((extra) => extra.id)).not.toContain(id);
  });
});
