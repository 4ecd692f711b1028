import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { buildEvent, buildTicket } from "../../../testing/builders.ts";
import { card, hold, placeTestOrder, startTestPayment } from "../../../testing/buying.ts";
import { buildTwoClubs, type TwoClubs } from "../../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let events: Record<"past" | "older" | "today" | "soon" | "later" | "theirs", number>;
beforeAll(async () => {
  app = await testApp();
  app.time.now = new Date("2026-06-15T12:00:00Z");
  clubs = await buildTwoClubs(app);
  const { db } = app.database;
  const inDays = (days: number) => new Date(app.time.now.getTime() + days * 24 * 3_600_000);
  const newEventId = async (name: string, start: Date, spec: object = {}) =>
    (await buildEvent(db, { clubId: clubs.clubId, name, start, ...spec })).id;
  events = {
    later: await newEventId("Wintér Gala", inDays(90), { isActive: false }),
    soon: await newEventId("Summer Gala 100%", inDays(5), { capacity: 30 }),
    today: await newEventId("Night_Run", inDays(-0.5), { end: null }),
    past: await newEventId("Spring Regatta", inDays(-9), { slug: "rowing-in-may" }),
    older: await newEventId("Old Regatta", inDays(-90)),
    theirs: await newEventId("Their Gala", inDays(6), { clubId: clubs.otherClubId }),
  };
});
afterAll(() => app.close());

const cards = async (query: Record<string, unknown> = {}, token = clubs.tokens.admin) =>
  (await app.ask("event/getEventCards", { query, token })).payload;
const idsOf = async (query: Record<string, unknown> = {}, token?: string) =>
  (await cards(query, token)).items.map(({ id }) => id);

describe("the list", () => {
  test("event/getEventCards lists coming events soonest first, past ones latest first; an event without an end is not past after half a day", async () => {
    const { past, older, today, soon, later } = events;
    expect(await idsOf()).toEqual([today, soon, later]);
    expect(await idsOf({ when: "past" })).toEqual([past, older]);
    expect(await idsOf({ when: "all" })).toEqual([later, soon, today, past, older]);
  });

  test("event/getEventCards returns pages, and every page has the number of all events", async () => {
    const { soon, today } = events;
    const query = { when: "all", itemsPerPage: 2 };
    expect(await cards({ ...query, page: 1 })).toMatchObject({ totalItems: 5, totalPages: 3 });
    expect(await idsOf({ ...query, page: 2 })).toEqual([today, events.past]);
    expect(await cards({ ...query, page: 9 })).toMatchObject({ totalItems: 5, items: [] });
    expect((await idsOf({ ...query, page: 1 }))[1]).toBe(soon);
  });

  test("the search finds events with all its words in name, place or address, without accents, and treats % and _ as ordinary characters", async () => {
    const find = (search: string) => idsOf({ search, when: "all" });
    expect(await find("gala")).toEqual([events.later, events.soon]);
    expect(await find("hamburg WINTER")).toEqual([events.later]);
    expect(await find("Gála, wintér")).toEqual([events.later]);
    expect(await find("rowing")).toEqual([events.past]);
    expect(await find("100%")).toEqual([events.soon]);
    expect(await find("night_run")).toEqual([events.today]);
    expect(await find("night%run")).toEqual([]);
    expect(await find("_")).toEqual([events.today]);
    expect(await find("\\")).toEqual([]);
  });

  test("an admin sees the events of their own club; sudo sees those of any club, or all", async () => {
    const { sudo } = clubs.tokens;
    expect(await idsOf({}, clubs.tokens.stranger)).toEqual([events.theirs]);
    expect(await idsOf({ clubId: clubs.otherClubId }, sudo)).toEqual([events.theirs]);
    expect((await idsOf({ when: "all" }, sudo)).length).toBe(6);
    const reply = await app.ask("event/getEventCards", {
      query: { clubId: clubs.otherClubId },
      token: clubs.tokens.admin,
    });
    expect(reply.status).toBe(404);
  });
});

test("a card has the places that are sold, held and left, the number of arrivals, and the paid money", async () => {
  const { db } = app.database;
  const eventId = events.soon;
  const paid = await buildTicket(db, eventId, { price: 2500, maxStock: 40 });
  const free = await buildTicket(db, eventId, { price: 0, maxStock: 10 });
  await buildTicket(db, eventId, { maxStock: 500, isActive: false });
  const purchase = await startTestPayment(app, eventId, paid.id, 2);
  await app.ask("stripe/confirm-payment", {
    body: { paymentIntentId: purchase.paymentIntentId, accessKey: purchase.accessKey, card: card() },
  });
  const freeOrder = await placeTestOrder(app, eventId, free.id, 3);
  await hold(app, eventId, paid.id, 4);
  const attendee = await db
    .selectFrom("attendees")
    .select("id")
    .where("registration_id", "=", freeOrder.registrationId)
    .where("is_primary", "=", true)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("checkins")
    .values({
      attendee_id: attendee.id,
      registration_id: freeOrder.registrationId,
      event_id: eventId,
      checked_in_by: null,
    })
    .execute();
  const [one] = (await cards({ search: "100%" })).items;
  // The two active tickets have 41 left, but the capacity of 30 leaves 21.
  expect(one).toMatchObject({
    sold: 5,
    held: 4,
    left: 21,
    registrationCount: 5,
    arrivals: 1,
    money: [{ currency: "eur", amount: 5000 }],
    config: { capacity: 30 },
  });
  await db.updateTable("orders").set({ refunded_amount: 1500 }).where("id", "=", purchase.order.id).execute();
  expect((await cards({ search: "100%" })).items[0]?.money).toEqual([{ currency: "eur", amount: 3500 }]);
  const untouched = (await cards({ search: "winter" })).items[0];
  expect(untouched).toMatchObject({ sold: 0, left: 0, arrivals: 0, money: [] });
});
