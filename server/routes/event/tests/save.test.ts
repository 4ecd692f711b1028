import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { currencyCodes } from "../../../../contract/rules/money/currencies.ts";
import { eventConfig, landingConfig } from "../../../../contract/shapes/event.ts";
import { eventKey } from "../../../events/rows.ts";
import { type TestApp, type TestRequest, testApp } from "../../../testing/app.ts";
import { buildEvent, buildPackage, buildTicket } from "../../../testing/builders.ts";
import { hold, placeTestOrder } from "../../../testing/buying.ts";
import { buildTwoClubs, fieldsOf, historyOf, type TwoClubs } from "../../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
beforeAll(async () => {
  app = await testApp();
  clubs = await buildTwoClubs(app);
});
afterAll(() => app.close());

const save = (body: Record<string, unknown>, request: TestRequest = {}) =>
  app.ask("event/save", { token: clubs.tokens.admin, ...request, body });
const start = "2030-05-01T18:00:00.000Z";

describe("a new event", () => {
  test("a new event with only a name and a start is a draft of the admin's own club, with default values", async () => {
    const reply = await save({ name: "Spring Regatta", startDatetime: start });
    expect(reply.payload).toMatchObject({
      clubId: clubs.clubId,
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

  test("a new event has the values that were sent", async () => {
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

  test("a new event accepts its config as JSON text", async () => {
    const reply = await save({ name: "By text", startDatetime: start, config: '{"holdMinutes":7}' });
    expect(reply.payload.config.holdMinutes).toBe(7);
    expect(fieldsOf(await save({ name: "By text", startDatetime: start, config: "{holdMinutes" }))).toEqual({
      config: "is not readable JSON",
    });
  });

  test("two requests with one Idempotency-Key create one event, and somebody else cannot use the same key", async () => {
    const headers = { "idempotency-key": "spring-1-2-3" };
    const body = { name: "Made once", startDatetime: start };
    const [one, other] = [await save(body, { headers }), await save(body, { headers })];
    expect(other.payload).toEqual(one.payload);
    const all = await app.ask("event/getEventCards", {
      query: { search: "made once", when: "all" },
      token: clubs.tokens.admin,
    });
    expect(all.payload.totalItems).toBe(1);
    const stranger = await save(body, { headers, token: clubs.tokens.stranger });
    expect(stranger).toMatchObject({ status: 409, code: "idempotencyMismatch" });
  });

  test("a new event by sudo belongs to the club in the request", async () => {
    const body = { name: "Club night", startDatetime: start };
    const bySudo = (more: object) => save({ ...body, ...more }, { token: clubs.tokens.sudo });
    expect((await bySudo({ clubId: clubs.otherClubId })).payload.clubId).toBe(clubs.otherClubId);
    expect(fieldsOf(await bySudo({}))).toEqual({ clubId: "is required" });
    expect(fieldsOf(await bySudo({ clubId: 987_654 }))).toEqual({ clubId: "is not a club" });
  });

  test("a new event is in the history with the person who created it", async () => {
    const { id } = (await save({ name: "Noted", startDatetime: start })).payload;
    expect(await historyOf(app.database.db, "event", id)).toEqual([
      {
        actor: `user:${clubs.users.admin}`,
        action: "created",
        detail: { slug: "noted", name: "Noted" },
        event_id: id,
      },
    ]);
  });
});

describe("a refused event", () => {
  const whole = { name: "Gala", startDatetime: start, timeZone: "Europe/Berlin" };
  test.each<[string, object, string]>([
    ["name", { name: undefined }, "is required"],
    ["name", { name: "   " }, "is required"],
    ["name", { name: "x".repeat(201) }, "must be at most 200 characters"],
    ["startDatetime", { startDatetime: undefined }, "is required"],
    ["startDatetime", { startDatetime: "tomorrow" }, "must be a time such as 2030-05-01T18:00:00Z"],
    ["startDatetime", { startDatetime: "1800-01-01T00:00:00Z" }, "must be between 1900 and 2199"],
    ["endDatetime", { endDatetime: "2030-05-01T17:59:00Z" }, "must not be before the start"],
    ["timeZone", { timeZone: "Middle/Earth" }, "is not a time zone we know"],
    ["timeZone", { timeZone: "+02:00" }, "is not a time zone we know"],
    ["currency", { currency: "chf" }, `must be one of ${currencyCodes.join(", ")}`],
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
    ["slug", { slug: "🎉" }, "must have letters or digits"],
  ])("an event is refused with an error for its wrong field: %s %j", async (path, more, message) => {
    const reply = await save({ ...whole, ...more });
    expect([reply.status, reply.code, fieldsOf(reply)]).toEqual([400, "invalidInput", { [path]: message }]);
  });
});

describe("an event's address", () => {
  const create = async (name: string) => (await save({ name, startDatetime: start })).payload;

  test.each([
    ["Crème brûlée für Zoë & Co.!", "creme-brulee-fuer-zoe-co"],
    ["  --Summer   Gala--  ", "summer-gala"],
    ["Tickets", "tickets-2"],
    ["ปาร์ตี้", "parti"],
    ["🎉", "event-2"],
  ])("an event's address is made from the name %j", async (name, slug) => {
    expect((await save({ name, startDatetime: start })).payload.slug).toBe(slug);
  });

  test("an event's address gets the next number if it is taken, also as a former address", async () => {
    const [first, second] = [await create("Open Day"), await create("Open Day")];
    await save({ id: second.id, slug: "doors-open" });
    const slugs = [first.slug, second.slug, (await create("Open Day")).slug, (await create("Open Day")).slug];
    expect(slugs).toEqual(["open-day", "open-day-2", "open-day-3", "open-day-4"]);
  });

  test.each([[""], [null]])(
    "an event whose address is emptied to %j gets one that is made from its name",
    async (slug) => {
      const [other, event] = [await create("Old Name"), await create("Old Name")];
      expect([other.slug, event.slug]).toEqual(["old-name", "old-name-2"]);
      const slugAfter = async (change: object) => (await save({ id: event.id, ...change })).payload.slug;
      expect(await slugAfter({ slug: "own" })).toBe("own");
      expect(await slugAfter({ location: "Pier 8" })).toBe("own");
      // Its own former address is free for it.
      expect(await slugAfter({ slug })).toBe("old-name-2");
      expect(await slugAfter({ slug })).toBe("old-name-2");
      expect(await slugAfter({ slug, name: "New Name" })).toBe("new-name");
      for (const { id } of [other, event])
        await app.ask("event/removeEvent", { query: { eventId: id }, token: clubs.tokens.admin });
    },
  );

  const longName = `${"Regatta of the harbour ".repeat(4)}2026`;

  test("an event whose long name is taken gets an address that it keeps when it is saved again", async () => {
    for (const name of [longName, `${"x".repeat(74)} 2026`]) {
      const create = async () => (await save({ name, startDatetime: start })).payload;
      const [first, second, third] = [await create(), await create(), await create()];
      for (const { slug } of [first, second, third]) expect(slug.length).toBeLessThanOrEqual(80);
      expect([second.slug, third.slug]).toEqual([
        expect.stringMatching(/[a-z]-2$/),
        expect.stringMatching(/[a-z]-3$/),
      ]);
      const saved = await save({ id: second.id, slug: second.slug, location: "Pier 8" });
      expect(saved.payload).toMatchObject({ slug: second.slug, location: "Pier 8" });
      const { suggestion } = (
        await app.ask("event/checkSlug", { query: { slug: first.slug }, token: clubs.tokens.admin })
      ).payload;
      expect((await save({ name, startDatetime: start, slug: suggestion })).payload.slug).toBe(suggestion);
    }
  });

  test("an event keeps the address of more than 80 characters that it already has", async () => {
    const slug = `${"x".repeat(80)}-2`;
    const { id } = await buildEvent(app.database.db, { clubId: clubs.clubId, slug });
    await save({ name: "x".repeat(80), startDatetime: start });
    const checked = await app.ask("event/checkSlug", {
      query: { slug, eventId: id },
      token: clubs.tokens.admin,
    });
    expect(checked.payload).toMatchObject({ slug, isFree: true });
    expect((await save({ id, slug, location: "Pier 9" })).payload).toMatchObject({
      slug,
      location: "Pier 9",
    });
  });

  test("a requested address that is taken or reserved is refused, with a suggestion that is free", async () => {
    await save({ name: "Taken", startDatetime: start });
    const saveWithSlug = async (slug: string) => save({ name: "Another", startDatetime: start, slug });
    expect(await saveWithSlug("Taken")).toMatchObject({
      status: 409,
      code: "slugTaken",
      payload: { fields: [{ path: "slug", message: "is taken" }], suggestion: "taken-2" },
    });
    expect(await saveWithSlug("dashboard")).toMatchObject({
      code: "slugTaken",
      payload: {
        fields: [{ path: "slug", message: "is reserved for a page of this site" }],
        suggestion: "dashboard-2",
      },
    });
  });

  test("a former address still leads to its event, and another event cannot take it", async () => {
    const { id } = (await save({ name: "First", slug: "first-one", startDatetime: start, isActive: true }))
      .payload;
    const slugs = ["second-one", "third-one"];
    for (const slug of slugs) await save({ id, slug });
    for (const slug of ["first-one", "SECOND-one", "third-one"]) {
      const found = await app.ask("event/getEventBySlug", { query: { slug } });
      expect([found.payload.id, found.payload.slug], slug).toEqual([id, "third-one"]);
    }
    const otherEvent = { name: "Thief", startDatetime: start, slug: "first-one" };
    expect(await save(otherEvent, { token: clubs.tokens.stranger })).toMatchObject({ code: "slugTaken" });
    expect((await save({ id, slug: "first-one" })).payload.slug).toBe("first-one");
    await app.ask("event/removeEvent", { query: { eventId: id }, token: clubs.tokens.admin });
    expect((await save(otherEvent, { token: clubs.tokens.stranger })).payload.slug).toBe("first-one");
  });

  test("event/checkSlug returns whether an address is free", async () => {
    const { id } = (await save({ name: "Typed", slug: "typed", startDatetime: start })).payload;
    await save({ id, slug: "typed-anew" });
    const check = async (query: object) =>
      (await app.ask("event/checkSlug", { query: { ...query }, token: clubs.tokens.admin })).payload;
    expect(await check({ slug: "New Year!" })).toEqual({
      slug: "new-year",
      isFree: true,
      problem: null,
      suggestion: "new-year",
    });
    const taken = { isFree: false, problem: "taken" };
    expect(await check({ slug: "typed" })).toMatchObject({ ...taken, suggestion: "typed-2" });
    expect(await check({ slug: "typed", eventId: id })).toMatchObject({ isFree: true, problem: null });
    const { id: ownId } = await create("Profile");
    expect(await check({ slug: "Profile", eventId: ownId })).toMatchObject({ suggestion: "profile-2" });
    expect(await check({ slug: "api" })).toMatchObject({ problem: "reserved", suggestion: "api-2" });
    expect(await check({ slug: "", name: "Typed" })).toMatchObject({
      problem: "empty",
      isFree: false,
      suggestion: "typed-2",
    });
  });
});

describe("a changed event", () => {
  test("a changed event keeps what is not sent, its config and texts included", async () => {
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
    const cleared = await save({ id: before.id, endDatetime: null, location: null, description: null });
    expect(cleared.payload).toMatchObject({ endDatetime: null, location: "", description: "" });
    const more = await save({ id: before.id, config: { holdMinutes: 5 } });
    expect(more.payload.config).toEqual({ ...before.config, holdMinutes: 5 });
  });

  test("a changed event ignores fields that only the server sets", async () => {
    const { payload: before } = await save({ name: "Own words", startDatetime: start });
    const reply = await save({
      id: before.id,
      name: "Own words",
      clubId: clubs.otherClubId,
      club: { id: clubs.otherClubId },
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
    // A save without changes is not in the history.
    expect(await historyOf(app.database.db, "event", before.id)).toHaveLength(1);
  });

  test("a new event of an admin belongs to their own club, whatever club is in the request", async () => {
    const { payload } = await save({ name: "Ours", startDatetime: start, clubId: clubs.otherClubId });
    expect(payload.clubId).toBe(clubs.clubId);
  });

  test("an event cannot be changed by an admin of another club", async () => {
    const { id } = (await save({ name: "Ours", startDatetime: start })).payload;
    expect(await save({ id, name: "Theirs" }, { token: clubs.tokens.stranger })).toMatchObject({
      status: 404,
      msg: "There is no such event.",
    });
  });

  test("an event's capacity cannot be less than what is sold and held", async () => {
    const { id } = await buildEvent(app.database.db, { clubId: clubs.clubId });
    const ticket = await buildTicket(app.database.db, id, { price: 0 });
    await placeTestOrder(app, id, ticket.id);
    await hold(app, id, ticket.id, 2);
    const reply = await save({ id, config: { capacity: 2 } });
    expect([reply.status, reply.code, fieldsOf(reply)]).toEqual([
      409,
      "inUse",
      { "config.capacity": "must be at least 3: 3 places are sold or held" },
    ]);
    expect((await save({ id, config: { capacity: 3 } })).payload.placesLeft).toBe(0);
    expect((await save({ id, config: { capacity: null } })).payload.placesLeft).toBeNull();
  });

  test("prices include the tax by default in eur and gbp but not in usd, and the setting cannot be changed after the first hold", async () => {
    const create = async (currency: string) =>
      (await save({ name: "Prices", startDatetime: start, currency, isActive: true })).payload;
    expect((await create("usd")).pricesIncludeTax).toBe(false);
    expect((await create("gbp")).pricesIncludeTax).toBe(true);
    const { id, pricesIncludeTax } = await create("eur");
    expect(pricesIncludeTax).toBe(true);
    expect((await save({ id, pricesIncludeTax: false })).payload.pricesIncludeTax).toBe(false);
    expect((await save({ id, pricesIncludeTax: true })).payload.pricesIncludeTax).toBe(true);
    const ticket = await buildTicket(app.database.db, id);
    await hold(app, id, ticket.id, 1);
    const refused = await save({ id, pricesIncludeTax: false });
    expect([refused.status, refused.code, fieldsOf(refused)]).toEqual([
      409,
      "inUse",
      { pricesIncludeTax: "cannot be changed once something was ordered" },
    ]);
  });

  test("an event's currency cannot be changed after the first hold; before that, its packages get the new currency", async () => {
    const { db } = app.database;
    const { id } = await buildEvent(db, { clubId: clubs.clubId });
    const ticket = await buildTicket(db, id);
    const gold = await buildPackage(db, id);
    expect((await save({ id, currency: "gbp" })).payload.currency).toBe("gbp");
    const packageNow = await app.ask("sponsorship-package/getPackageById", {
      query: { packageId: gold.id },
      token: clubs.tokens.admin,
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

  test("a changed event is validated as a whole, whichever part was changed", async () => {
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

  test("a changed event is in the history with its old and its new values", async () => {
    const { id } = (await save({ name: "Before", startDatetime: start })).payload;
    await save({ id, name: "After", isActive: true, config: { holdMinutes: 20 } });
    const [, changed] = await historyOf(app.database.db, "event", id);
    expect(changed).toMatchObject({
      actor: `user:${clubs.users.admin}`,
      action: "changed",
      detail: {
        from: { name: "Before", is_active: false },
        to: { name: "After", is_active: true, config: { holdMinutes: 20 } },
      },
    });
  });
});
