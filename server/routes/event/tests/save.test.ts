/** Creating and updating events: the stored values, the refusals by field, and the fields that a request cannot set. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventConfig, landingConfig } from "../../../../contract/shapes/event.ts";
import { eventKey } from "../../../events/rows.ts";
import { type TestApp, type TestRequest, testApp } from "../../../testing/app.ts";
import { buildEvent, buildPackage, buildTicket } from "../../../testing/builders.ts";
import { hold } from "../../../testing/buying.ts";
import { fieldsOf, historyOf, type Office, openOffice } from "../../../testing/office.ts";

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await testApp();
  office = await openOffice(app);
});
afterAll(() => app.close());

const save = (body: Record<string, unknown>, sent: TestRequest = {}) =>
  app.ask("event/save", { token: office.tokens.admin, ...sent, body });
const start = "2030-05-01T18:00:00.000Z";

describe("a new event", () => {
  test("needs a name and a start, and is a draft of the admin's own club", async () => {
    const reply = await save({ name: "Spring Regatta", startDatetime: start });
    expect(reply.payload).toMatchObject({
      clubId: office.clubId,
      slug: "spring-regatta",
      name: "Spring Regatta",
      startDatetime: start,
      endDatetime: null,
      timeZone: "UTC",
      currency: "usd",
      taxType: "percent",
      taxAmount: 0,
      isActive: false,
      banner: null,
      bannerUrl: "/api/event-banner/default",
      config: eventConfig.parse({}),
      landingConfig: landingConfig.parse({}),
      club: { name: "Harbour Rowers" },
    });
    const key = await eventKey(app.database.db, reply.payload.id);
    expect(key?.public_key).toMatch(/^[\w-]{43}$/);
  });

  test("is what was said of it", async () => {
    const text = {
      name: "Winter Gala",
      slug: "winter-gala",
      description: "<p>An evening</p>",
      location: "Pier 7",
      startDatetime: start,
      endDatetime: "2030-05-01T22:00:00.000Z",
      timeZone: "Asia/Bangkok",
      currency: "thb",
      taxType: "percent",
      taxAmount: 7.125,
      isActive: true,
    };
    const config = { capacity: 200, holdMinutes: 20, salesEnd: start };
    const landing = { heroTitle: "Come", accentColor: "#C79F5A" };
    const reply = await save({ ...text, config, landingConfig: landing });
    expect(reply.payload).toMatchObject({
      ...text,
      placesLeft: 200,
      config: { ...eventConfig.parse({}), ...config },
      landingConfig: { heroTitle: "Come", accentColor: "#c79f5a" },
    });
    const visitors = await app.ask("event/getEventBySlug", { query: { slug: "winter-gala" } });
    expect(visitors.payload).toEqual(reply.payload);
  });

  test("takes its config as JSON text too", async () => {
    const reply = await save({ name: "By text", startDatetime: start, config: '{"holdMinutes":7}' });
    expect(reply.payload.config.holdMinutes).toBe(7);
    expect(fieldsOf(await save({ name: "By text", startDatetime: start, config: "{holdMinutes" }))).toEqual({
      config: "is not readable JSON",
    });
  });

  test("is made once for its Idempotency-Key, and a key is one person's", async () => {
    const headers = { "idempotency-key": "spring-1-2-3" };
    const body = { name: "Made once", startDatetime: start };
    const [one, other] = [await save(body, { headers }), await save(body, { headers })];
    expect(other.payload).toEqual(one.payload);
    const all = await app.ask("event/getEventCards", {
      query: { search: "made once", when: "all" },
      token: office.tokens.admin,
    });
    expect(all.payload.totalItems).toBe(1);
    const stranger = await save(body, { headers, token: office.tokens.stranger });
    expect(stranger).toMatchObject({ status: 409, code: "idempotencyMismatch" });
  });

  test("of sudo is of the club that is named", async () => {
    const body = { name: "Club night", startDatetime: start };
    const bySudo = (more: object) => save({ ...body, ...more }, { token: office.tokens.sudo });
    expect((await bySudo({ clubId: office.otherClubId })).payload.clubId).toBe(office.otherClubId);
    expect(fieldsOf(await bySudo({}))).toEqual({ clubId: "is required" });
    expect(fieldsOf(await bySudo({ clubId: 987_654 }))).toEqual({ clubId: "is not a club" });
  });

  test("is written into the history with who made it", async () => {
    const { id } = (await save({ name: "Noted", startDatetime: start })).payload;
    expect(await historyOf(app.database.db, "event", id)).toEqual([
      {
        actor: `user:${office.users.admin}`,
        action: "created",
        detail: { slug: "noted", name: "Noted" },
        event_id: id,
      },
    ]);
  });
});

describe("a refusal names its field:", () => {
  const whole = { name: "Gala", startDatetime: start, timeZone: "Europe/Berlin" };
  test.each<[string, object, string]>([
    ["name", { name: undefined }, "is required"],
    ["name", { name: "   " }, "is required"],
    ["name", { name: "x".repeat(201) }, "must be at most 200 characters"],
    ["startDatetime", { startDatetime: undefined }, "is required"],
    ["startDatetime", { startDatetime: "tomorrow" }, "must be an instant such as 2030-05-01T18:00:00Z"],
    ["startDatetime", { startDatetime: "1800-01-01T00:00:00Z" }, "must be between 1900 and 2199"],
    ["endDatetime", { endDatetime: "2030-05-01T17:59:00Z" }, "must not be before the start"],
    ["timeZone", { timeZone: "Middle/Earth" }, "is not a time zone we know"],
    ["timeZone", { timeZone: "+02:00" }, "is not a time zone we know"],
    ["currency", { currency: "chf" }, "must be one of usd, gbp, eur, thb"],
    ["taxType", { taxType: "none" }, "must be one of percent, fixed"],
    ["taxAmount", { taxAmount: -1 }, "must not be negative"],
    ["taxAmount", { taxAmount: 101 }, "must be at most 100 percent"],
    ["taxAmount", { taxAmount: 7.1234 }, "must have at most 3 decimals"],
    ["taxAmount", { taxType: "fixed", taxAmount: 2.5 }, "must be a whole number of minor units"],
    ["config.holdMinutes", { config: { holdMinutes: 0 } }, "must be at least 1"],
    ["config.capacity", { config: { capacity: -1 } }, "must not be negative"],
    [
      "config.salesEnd",
      { config: { salesStart: start, salesEnd: "2030-04-30T00:00:00Z" } },
      "must not be before the start of sales",
    ],
    [
      "landingConfig.accentColor",
      { landingConfig: { accentColor: "red;}" } },
      "must be a colour such as #c79f5a",
    ],
    ["slug", { slug: "ไทย" }, "must have letters (a–z) or digits"],
  ])("%s %j", async (path, more, message) => {
    const reply = await save({ ...whole, ...more });
    expect([reply.status, reply.code, fieldsOf(reply)]).toEqual([400, "invalidInput", { [path]: message }]);
  });
});

describe("an event's address", () => {
  test.each([
    ["Crème brûlée & Co.!", "crme-brle-co"],
    ["  --Summer   Gala--  ", "summer-gala"],
    ["Tickets", "tickets-2"],
    ["ปาร์ตี้", "event-2"],
  ])("is made from the name %j", async (name, slug) => {
    expect((await save({ name, startDatetime: start })).payload.slug).toBe(slug);
  });

  test("gets the next number when it is taken, also by a former one", async () => {
    const made = async () => (await save({ name: "Open Day", startDatetime: start })).payload;
    const [first, second] = [await made(), await made()];
    await save({ id: second.id, slug: "doors-open" });
    const slugs = [first.slug, second.slug, (await made()).slug, (await made()).slug];
    expect(slugs).toEqual(["open-day", "open-day-2", "open-day-3", "open-day-4"]);
  });

  test("that was asked for and is taken or ours is refused, with one that is free", async () => {
    await save({ name: "Taken", startDatetime: start });
    const asked = async (slug: string) => save({ name: "Another", startDatetime: start, slug });
    expect(await asked("Taken")).toMatchObject({
      status: 409,
      code: "slugTaken",
      payload: { fields: [{ path: "slug", message: "is taken" }], suggestion: "taken-2" },
    });
    expect(await asked("dashboard")).toMatchObject({
      code: "slugTaken",
      payload: { fields: [{ path: "slug", message: "is one of our own pages" }], suggestion: "dashboard-2" },
    });
  });

  test("that was changed still leads to the event, and to nobody else's", async () => {
    const { id } = (await save({ name: "First", slug: "first-one", startDatetime: start, isActive: true }))
      .payload;
    const slugs = ["second-one", "third-one"];
    for (const slug of slugs) await save({ id, slug });
    for (const slug of ["first-one", "SECOND-one", "third-one"]) {
      const found = await app.ask("event/getEventBySlug", { query: { slug } });
      expect([found.payload.id, found.payload.slug], slug).toEqual([id, "third-one"]);
    }
    const thief = { name: "Thief", startDatetime: start, slug: "first-one" };
    expect(await save(thief, { token: office.tokens.stranger })).toMatchObject({ code: "slugTaken" });
    expect((await save({ id, slug: "first-one" })).payload.slug).toBe("first-one");
    await app.ask("event/removeEvent", { query: { eventId: id }, token: office.tokens.admin });
    expect((await save(thief, { token: office.tokens.stranger })).payload.slug).toBe("first-one");
  });

  test("is told to be free or not while it is typed", async () => {
    const { id } = (await save({ name: "Typed", slug: "typed", startDatetime: start })).payload;
    await save({ id, slug: "typed-anew" });
    const check = async (query: object) =>
      (await app.ask("event/checkSlug", { query: { ...query }, token: office.tokens.admin })).payload;
    expect(await check({ slug: "New Year!" })).toEqual({
      slug: "new-year",
      isFree: true,
      problem: null,
      suggestion: "new-year",
    });
    const taken = { isFree: false, problem: "taken" };
    expect(await check({ slug: "typed" })).toMatchObject({ ...taken, suggestion: "typed-2" });
    expect(await check({ slug: "typed", eventId: id })).toMatchObject({ isFree: true, problem: null });
    expect(await check({ slug: "api" })).toMatchObject({ problem: "reserved", suggestion: "api-2" });
    expect(await check({ slug: "", name: "Typed" })).toMatchObject({
      problem: "empty",
      isFree: false,
      suggestion: "typed-2",
    });
  });
});

describe("a changed event", () => {
  test("keeps what is not given, its config and texts above all", async () => {
    const { payload: before } = await save({
      name: "Kept",
      startDatetime: start,
      endDatetime: "2030-05-01T22:00:00Z",
      location: "Pier 7",
      description: "<p>Kept</p>",
      config: { holdMinutes: 30, capacity: 50 },
      landingConfig: { heroTitle: "Kept" },
    });
    const { payload: after } = await save({ id: before.id, name: "Renamed" });
    expect(after).toEqual({ ...before, name: "Renamed", updatedAt: after.updatedAt });
    const emptied = await save({ id: before.id, endDatetime: null, location: null, description: null });
    expect(emptied.payload).toMatchObject({ endDatetime: null, location: "", description: "" });
    const more = await save({ id: before.id, config: { holdMinutes: 5 } });
    expect(more.payload.config).toEqual({ ...before.config, holdMinutes: 5 });
  });

  test("is not touched by what only we may say", async () => {
    const { payload: before } = await save({ name: "Own words", startDatetime: start });
    const reply = await save({
      id: before.id,
      name: "Own words",
      clubId: office.otherClubId,
      club: { id: office.otherClubId },
      registrationCount: 500,
      placesLeft: 1,
      version: 99,
      sold: 5,
      held: 5,
      attendee_count: 5,
      banner: "../../x",
      bannerUrl: "http://evil.example/x",
      cancelledAt: start,
      createdAt: "2020-01-01T00:00:00Z",
      role: 10,
    });
    expect(reply.payload).toEqual(before);
    // A save without changes is no change, and no new version for calendars.
    expect(await historyOf(app.database.db, "event", before.id)).toHaveLength(1);
  });

  test("is another club's business for nobody", async () => {
    const { id } = (await save({ name: "Ours", startDatetime: start })).payload;
    expect(await save({ id, name: "Theirs" }, { token: office.tokens.stranger })).toMatchObject({
      status: 404,
      msg: "There is no such event.",
    });
  });

  test("may not get fewer places than are sold and held", async () => {
    const { id } = await buildEvent(app.database.db, { clubId: office.clubId });
    const ticket = await buildTicket(app.database.db, id);
    await hold(app, id, ticket.id, 3);
    const reply = await save({ id, config: { capacity: 2 } });
    expect([reply.status, reply.code, fieldsOf(reply)]).toEqual([
      409,
      "inUse",
      { "config.capacity": "must be at least 3: so many places are sold or held" },
    ]);
    expect((await save({ id, config: { capacity: 3 } })).payload.placesLeft).toBe(0);
    expect((await save({ id, config: { capacity: null } })).payload.placesLeft).toBeNull();
  });

  test("keeps its currency once something was ordered; until then its packages follow", async () => {
    const { db } = app.database;
    const { id } = await buildEvent(db, { clubId: office.clubId });
    const ticket = await buildTicket(db, id);
    const gold = await buildPackage(db, id);
    expect((await save({ id, currency: "gbp" })).payload.currency).toBe("gbp");
    const packageNow = await app.ask("sponsorship-package/getPackageById", {
      query: { packageId: gold.id },
      token: office.tokens.admin,
    });
    expect(packageNow.payload.currency).toBe("gbp");
    await hold(app, id, ticket.id);
    const reply = await save({ id, currency: "eur" });
    expect([reply.status, reply.code, fieldsOf(reply)]).toEqual([
      409,
      "inUse",
      { currency: "cannot be changed once something was ordered" },
    ]);
  });

  test("is judged as a whole, whichever part was changed", async () => {
    const whole = { name: "Whole", startDatetime: start, endDatetime: "2030-05-01T22:00:00Z" };
    const { id } = (await save(whole)).payload;
    expect(fieldsOf(await save({ id, startDatetime: "2030-05-02T00:00:00Z" }))).toEqual({
      endDatetime: "must not be before the start",
    });
    await save({ id, taxAmount: 7.5 });
    expect(fieldsOf(await save({ id, taxType: "fixed" }))).toEqual({
      taxAmount: "must be a whole number of minor units",
    });
  });

  test("is written into the history with what it was and what it is", async () => {
    const { id } = (await save({ name: "Before", startDatetime: start })).payload;
    await save({ id, name: "After", isActive: true, config: { holdMinutes: 20 } });
    const [, changed] = await historyOf(app.database.db, "event", id);
    expect(changed).toMatchObject({
      actor: `user:${office.users.admin}`,
      action: "changed",
      detail: {
        from: { name: "Before", is_active: false },
        to: { name: "After", is_active: true, config: { holdMinutes: 20 } },
      },
    });
  });
});
