import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { auditCounters } from "../../holds/auditCounters.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildSharedCapacity, buildTicket } from "../../testing/builders.ts";
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
afterEach(async () => expect(await auditCounters(app.database.db)).toEqual([]));

const save = (body: object, token = clubs.tokens.admin) => app.ask("sharedCapacity/save", { token, body });
const saveTicket = (body: object) => app.ask("ticket/save", { token: clubs.tokens.admin, body });
const listCapacities = async () =>
  (await app.ask("sharedCapacity/getByEventId", { query: { eventId }, token: clubs.tokens.admin })).payload;
const capacityOf = async (id: number) => (await listCapacities()).find((row) => row.id === id);
const stockOf = async (ticketId: number) =>
  (await app.ask("ticket/getTicketById", { query: { ticketId } })).payload.currentStock;

async function hall(maxPlaces: number) {
  const { db } = app.database;
  const { id } = await buildSharedCapacity(db, eventId, { maxPlaces });
  const spec = { price: 0, maxStock: 20, sharedCapacityId: id };
  const adult = await buildTicket(db, eventId, { ...spec, title: "Adult" });
  const child = await buildTicket(db, eventId, { ...spec, title: "Child" });
  return { id, adultId: adult.id, childId: child.id };
}

describe("a shared capacity", () => {
  test("a shared capacity needs an event, a title and a number, and its changes are in the history", async () => {
    const reply = await save({ eventId, title: " Main hall ", maxPlaces: 80 });
    expect(reply.payload).toEqual({
      id: expect.any(Number),
      eventId,
      title: "Main hall",
      maxPlaces: 80,
      held: 0,
      sold: 0,
      left: 80,
      ticketIds: [],
    });
    expect(await listCapacities()).toContainEqual(reply.payload);
    const required = "is required";
    expect(fieldsOf(await save({}))).toEqual({ eventId: required, title: required, maxPlaces: required });
    for (const maxPlaces of [-1, 1.5, "80"])
      expect(Object.keys(fieldsOf(await save({ id: reply.payload.id, maxPlaces })))).toEqual(["maxPlaces"]);
    await save({ id: reply.payload.id, title: "Hall", maxPlaces: 90 });
    expect(await historyOf(app.database.db, "sharedCapacity", reply.payload.id)).toMatchObject([
      { action: "created", event_id: eventId },
      { action: "changed", detail: { from: { title: "Main hall", max_places: 80 } } },
    ]);
  });

  test("a shared capacity cannot be less than what is sold and held over all its tickets", async () => {
    const { id, adultId, childId } = await hall(10);
    await placeTestOrder(app, eventId, adultId, 3);
    await hold(app, eventId, childId, 2);
    expect(await capacityOf(id)).toMatchObject({ held: 2, sold: 3, left: 5, ticketIds: [adultId, childId] });
    const reply = await save({ id, maxPlaces: 4 });
    expect([reply.status, reply.code, fieldsOf(reply)]).toEqual([
      409,
      "inUse",
      { maxPlaces: "must be at least 5, the number sold or held" },
    ]);
    expect((await save({ id, maxPlaces: 5 })).payload).toMatchObject({ maxPlaces: 5, left: 0 });
  });

  test("a ticket's public stock is what its shared capacity has left, if that is less than the ticket's own stock", async () => {
    const { adultId, childId } = await hall(5);
    expect([await stockOf(adultId), await stockOf(childId)]).toEqual([5, 5]);
    await hold(app, eventId, adultId, 4);
    expect([await stockOf(adultId), await stockOf(childId)]).toEqual([1, 1]);
    const list = (await app.ask("ticket/getTicketsByEventId", { query: { eventId } })).payload;
    expect(list.find(({ id }) => id === childId)).toMatchObject({ currentStock: 1, maxStock: 20 });
    const stock = await app.ask("event/getStock", { query: { eventId }, token: clubs.tokens.admin });
    expect(stock.payload.tickets.find(({ ticketId }) => ticketId === childId)).toMatchObject({
      sold: 0,
      held: 0,
      left: 1,
    });
    const reply = await app.ask("registration/initRegistration", {
      body: { eventId, tickets: [{ ticketId: childId, quantity: 2 }] },
    });
    expect(reply).toMatchObject({ code: "notEnoughLeft", payload: { available: { [childId]: 1 } } });
    expect((await saveTicket({ id: childId, maxStock: 0 })).payload.currentStock).toBe(0);
  });

  test("a shared capacity of another club is not found", async () => {
    const { id } = await buildSharedCapacity(app.database.db, eventId);
    expect((await save({ id, maxPlaces: 0 }, clubs.tokens.stranger)).status).toBe(404);
  });
});

describe("a ticket", () => {
  test("a ticket's places count in a shared capacity when it joins, and no longer when it leaves", async () => {
    const { db } = app.database;
    const free = await buildTicket(db, eventId, { price: 0, maxStock: 20 });
    await placeTestOrder(app, eventId, free.id, 3);
    await hold(app, eventId, free.id, 1);
    const { id, adultId } = await hall(10);
    await hold(app, eventId, adultId, 2);
    const joined = await saveTicket({ id: free.id, sharedCapacityId: id });
    expect(joined.payload).toMatchObject({ sharedCapacityId: id, currentStock: 4 });
    expect(await capacityOf(id)).toMatchObject({ held: 3, sold: 3, left: 4 });
    const elsewhere = await buildSharedCapacity(db, eventId, { maxPlaces: 4 });
    await saveTicket({ id: free.id, sharedCapacityId: elsewhere.id });
    expect([await capacityOf(id), await capacityOf(elsewhere.id)]).toMatchObject([
      { held: 2, sold: 0 },
      { held: 1, sold: 3 },
    ]);
    expect((await saveTicket({ id: free.id, sharedCapacityId: null })).payload).toMatchObject({
      sharedCapacityId: null,
      currentStock: 16,
    });
    expect(await capacityOf(elsewhere.id)).toMatchObject({ held: 0, sold: 0 });
  });

  test("a ticket cannot join a shared capacity without room for what it has sold, or one of another event", async () => {
    const { db } = app.database;
    const free = await buildTicket(db, eventId, { price: 0 });
    await placeTestOrder(app, eventId, free.id, 3);
    const small = await buildSharedCapacity(db, eventId, { maxPlaces: 2, title: "Box" });
    const reply = await saveTicket({ id: free.id, sharedCapacityId: small.id });
    expect([reply.code, fieldsOf(reply)]).toEqual([
      "inUse",
      { sharedCapacityId: "has 2 places left, and this ticket has 3 sold or held" },
    ]);
    const other = await buildEvent(db, { clubId: clubs.clubId });
    const foreign = await buildSharedCapacity(db, other.id);
    const notOurs = { sharedCapacityId: "is not a shared capacity of this event" };
    for (const sharedCapacityId of [foreign.id, 987_654]) {
      expect(fieldsOf(await saveTicket({ id: free.id, sharedCapacityId }))).toEqual(notOurs);
      const fresh = { eventId, title: "New", price: 0, maxStock: 5, sharedCapacityId };
      expect(fieldsOf(await saveTicket(fresh))).toEqual(notOurs);
    }
    const created = await saveTicket({
      eventId,
      title: "New",
      price: 0,
      maxStock: 5,
      sharedCapacityId: small.id,
      isHidden: true,
    });
    expect(created.payload).toMatchObject({ currentStock: 2, isHidden: true, sharedCapacityId: small.id });
  });

  test("a ticket of a full shared capacity can be exchanged for another ticket of it, not for one of another full capacity", async () => {
    const { id, adultId, childId } = await hall(2);
    const { registrationId, accessKey } = await placeTestOrder(app, eventId, adultId, 2);
    const { attendees } = (
      await app.ask("registration/getRegistration", { query: { registrationId, accessKey } })
    ).payload;
    const other = await hall(0);
    const changeTicket = (ticketId: number) =>
      app.ask("registration/updateAttendee", {
        body: { eventId, attendeeId: attendees[0]!.attendeeId, ticketId },
        token: clubs.tokens.admin,
      });
    expect((await changeTicket(childId)).status).toBe(200);
    expect(await capacityOf(id)).toMatchObject({ sold: 2, left: 0 });
    expect(await changeTicket(other.adultId)).toMatchObject({ status: 409, code: "soldOut" });
  });
});

describe("an import", () => {
  test("an import that needs more places than its shared capacity has left is refused with the number of places left", async () => {
    const { id, adultId, childId } = await hall(3);
    const rows = (count: number, title: string) =>
      Array.from({ length: count }, (_, index) => [
        `Guest ${index}`,
        `${title.replace(" ", "-")}-${index}@example.org`,
        title,
      ]);
    const runImport = (dryRun: boolean) =>
      app.ask("registration/bulkImportAttendee", {
        body: {
          eventId,
          dryRun,
          rows: [["Name", "E-mail", "Ticket"], ...rows(2, `Adult ${id}`), ...rows(2, `Child ${id}`)],
        },
        token: clubs.tokens.admin,
      });
    await saveTicket({ id: adultId, title: `Adult ${id}` });
    await saveTicket({ id: childId, title: `Child ${id}` });
    for (const dryRun of [true, false])
      expect(await runImport(dryRun)).toMatchObject({
        code: "notEnoughLeft",
        msg: `“Adult ${id}”, “Child ${id}” share places of which 3 are left, and 4 are needed.`,
      });
    await save({ id, maxPlaces: 4 });
    expect((await runImport(false)).payload).toMatchObject({ insertCount: 4 });
    expect(await capacityOf(id)).toMatchObject({ sold: 4, left: 0 });
  });
});

test("the tickets of a removed shared capacity stay, each limited only by its own stock", async () => {
  const { id, adultId } = await hall(5);
  await placeTestOrder(app, eventId, adultId, 2);
  const remove = () =>
    app.ask("sharedCapacity/remove", { body: { sharedCapacityId: id }, token: clubs.tokens.admin });
  expect((await remove()).payload).toEqual({ id });
  expect(await stockOf(adultId)).toBe(18);
  expect((await remove()).status).toBe(404);
});
