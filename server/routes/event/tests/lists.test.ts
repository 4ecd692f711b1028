import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN, SUDO } from "../../../../contract/rules/roles.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import {
  buildClub,
  buildEvent,
  buildExtras,
  buildQuestion,
  buildTicket,
  buildUser,
} from "../../../testing/builders.ts";
import { openSession } from "../../../testing/tokens.ts";

let app: TestApp;
let clubId: number;
let otherClubId: number;
let tokens: { admin: string; stranger: string; sudo: string };
let events: Record<"past" | "today" | "soon" | "later" | "draft" | "cancelled" | "theirs", number>;
beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  // Noon, so that "today" has half a day before and after it.
  app.time.now = new Date("2026-06-15T12:00:00Z");
  const inDays = (days: number) => new Date(app.time.now.getTime() + days * 24 * 3_600_000);
  clubId = (await buildClub(db)).id;
  otherClubId = (await buildClub(db)).id;
  const newEventId = async (start: Date, spec: Parameters<typeof buildEvent>[1] = {}) =>
    (await buildEvent(db, { clubId, start, ...spec })).id;
  events = {
    later: await newEventId(inDays(20)),
    soon: await newEventId(inDays(5)),
    today: await newEventId(inDays(-0.5), { end: null }),
    past: await newEventId(inDays(-9)),
    draft: await newEventId(inDays(3), { isActive: false }),
    cancelled: await newEventId(inDays(7), { cancelledAt: app.time.now }),
    theirs: await newEventId(inDays(6), { clubId: otherClubId }),
  };
  const token = async (role: typeof ADMIN | typeof SUDO, club: number | null) =>
    openSession(db, (await buildUser(db, role, club)).id, app.time.now);
  tokens = {
    admin: await token(ADMIN, clubId),
    stranger: await token(ADMIN, otherClubId),
    sudo: await token(SUDO, null),
  };
});
afterAll(() => app.close());

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

test("past events are listed latest first, with their total number", async () => {
  const { db } = app.database;
  const { id } = await buildClub(db);
  const daysAgo = (days: number) => new Date(app.time.now.getTime() - days * 24 * 3_600_000);
  const ids = [];
  for (const days of [30, 10, 20]) ids.push((await buildEvent(db, { clubId: id, start: daysAgo(days) })).id);
  await buildEvent(db, { clubId: id, start: daysAgo(5), isActive: false });
  const query = { clubId: id, when: "past", itemsPerPage: 2, fetchTotalCount: true } as const;
  const { payload } = await app.ask("event/getAllEvents", { query });
  expect(payload).toMatchObject({ totalItems: 3, totalPages: 2 });
  expect(idsOf(payload.items)).toEqual([ids[1], ids[2]]);
  await db.deleteFrom("events").where("club_id", "=", id).execute();
});

describe("event/getAllEvents", () => {
  const list = async (query: Record<string, unknown>, token?: string) =>
    (await app.ask("event/getAllEvents", { query, ...(token === undefined ? {} : { token }) })).payload;

  test("event/getAllEvents lists active events, soonest first, six per page by default", async () => {
    const page = await list({});
    expect(page).toMatchObject({ totalItems: 6, page: 1, itemsPerPage: 6, totalPages: 1 });
    const { past, today, soon, theirs, cancelled, later } = events;
    expect(idsOf(page.items)).toEqual([past, today, soon, theirs, cancelled, later]);
    const coming = await list({ when: "coming" });
    expect(idsOf(coming.items)).toEqual([today, soon, theirs, cancelled, later]);
  });

  test("event/getAllEvents returns one page, and all events for -1 per page", async () => {
    const second = await list({ page: 2, itemsPerPage: 4 });
    expect(second).toMatchObject({ totalItems: 6, page: 2, itemsPerPage: 4, totalPages: 2 });
    expect(idsOf(second.items)).toEqual([events.cancelled, events.later]);
    const all = await list({ itemsPerPage: -1 }, tokens.sudo);
    expect(all.items.length).toBeGreaterThan(6);
    expect(all.items).toHaveLength(all.totalItems);
    expect((await list({ page: 9 })).items).toEqual([]);
  });

  test("event/getAllEvents shows a club's drafts only to sudo, and to its own admins if they ask for this club", async () => {
    const hasDraft = async (query: Record<string, unknown>, token?: string) =>
      idsOf((await list(query, token)).items).includes(events.draft);
    expect(await hasDraft({ clubId })).toBe(false);
    expect(await hasDraft({ clubId }, tokens.stranger)).toBe(false);
    expect(await hasDraft({ clubId }, tokens.admin)).toBe(true);
    expect(await hasDraft({ clubId }, tokens.sudo)).toBe(true);
    expect(await hasDraft({ itemsPerPage: -1 }, tokens.admin)).toBe(false);
    expect(await hasDraft({ itemsPerPage: -1 }, tokens.sudo)).toBe(true);
  });
});

describe("event/getAllActiveEvents", () => {
  const list = async (query: Record<string, unknown>) =>
    idsOf((await app.ask("event/getAllActiveEvents", { query })).payload);

  test("event/getAllActiveEvents lists active events that are not over; an event without an end lasts a day", async () => {
    const { today, soon, theirs, cancelled, later } = events;
    expect(await list({})).toEqual([today, soon, theirs, cancelled, later]);
    expect(await list({ clubId: otherClubId })).toEqual([theirs]);
    expect(await list({ currentDate: "2026-06-15T23:59:59Z" })).toContain(today);
    expect(await list({ currentDate: "2026-06-16T00:00:00Z" })).not.toContain(today);
  });

  test("event/getAllActiveEvents with withExtras leaves out events without active extras", async () => {
    const { db } = app.database;
    await buildExtras(db, events.soon);
    await buildExtras(db, events.later, { isActive: false });
    expect(await list({ withExtras: true })).toEqual([events.soon]);
    expect(await list({ withExtras: false })).toContain(events.later);
  });

  test("event/getAllActiveEvents lists the events that are not over on another date", async () => {
    expect(await list({ currentDate: "2026-06-22" })).toEqual([events.cancelled, events.later]);
    expect(await list({ currentDate: "2026-06-01T00:00:00Z" })).toHaveLength(6);
  });
});

test("event/getFirstEvent returns the next event that is not over, or null", async () => {
  expect((await app.ask("event/getFirstEvent")).payload?.id).toBe(events.today);
  const now = app.time.now;
  app.time.now = new Date("2027-01-01T00:00:00Z");
  expect((await app.ask("event/getFirstEvent")).payload).toBeNull();
  app.time.now = now;
});

describe("the parts of an event", () => {
  test("an event is found by its address in upper or lower case, and a draft only by its staff", async () => {
    const { slug } = await buildEvent(app.database.db, { clubId, slug: "winter-gala", isActive: false });
    const find = async (slugToFind: string, token?: string) =>
      (
        await app.ask("event/getEventBySlug", {
          query: { slug: slugToFind },
          ...(token === undefined ? {} : { token }),
        })
      ).status;
    expect(await find("Winter-GALA", tokens.admin)).toBe(200);
    expect(await find(slug)).toBe(404);
    expect(await find(slug, tokens.stranger)).toBe(404);
  });

  test("tickets are listed with their stock; only staff see inactive ones", async () => {
    const { db } = app.database;
    const { id: eventId } = await buildEvent(db, { clubId });
    const first = await buildTicket(db, eventId, { maxStock: 5 });
    const inactive = await buildTicket(db, eventId, { isActive: false });
    const second = await buildTicket(db, eventId);
    await app.ask("registration/initRegistration", {
      body: { eventId, tickets: [{ ticketId: first.id, quantity: 2 }] },
    });
    const publicList = (await app.ask("ticket/getTicketsByEventId", { query: { eventId } })).payload;
    expect(publicList).toMatchObject([
      { id: first.id, maxStock: 5, currentStock: 3, currency: "eur" },
      { id: second.id, maxStock: 100, currentStock: 100 },
    ]);
    const bySudo = await app.ask("ticket/getTicketsByEventId", { query: { eventId }, token: tokens.sudo });
    expect(idsOf(bySudo.payload)).toEqual([first.id, inactive.id, second.id]);
    const one = await app.ask("ticket/getTicketById", {
      query: { ticketId: inactive.id },
      token: tokens.admin,
    });
    expect(one.payload.isActive).toBe(false);
  });

  test("active extras are listed; staff also see the inactive ones", async () => {
    const { db } = app.database;
    const { id: eventId } = await buildEvent(db, { clubId });
    const dinner = await buildExtras(db, eventId, { maxStock: null });
    const inactive = await buildExtras(db, eventId, { isActive: false });
    const publicList = (await app.ask("extras/getExtrasByEventId", { query: { eventId } })).payload;
    expect(publicList).toMatchObject([{ id: dinner.id, maxStock: null, currentStock: null }]);
    const ids = JSON.stringify([inactive.id, String(dinner.id), 987_654]);
    expect(idsOf((await app.ask("extras/getExtrasByIds", { query: { extrasIds: ids } })).payload)).toEqual([
      dinner.id,
    ]);
    const staff = await app.ask("event/getExtras", { query: { eventId }, token: tokens.admin });
    expect(idsOf(staff.payload)).toEqual([dinner.id, inactive.id]);
  });

  test("questions are public and in order, and hidden ones are not listed", async () => {
    const { db } = app.database;
    const { id: eventId } = await buildEvent(db, { clubId });
    const menu = await buildQuestion(db, eventId, { typeId: 3, options: ["Fish", "Vegan"], required: true });
    const hidden = await buildQuestion(db, eventId);
    const text = await buildQuestion(db, eventId, { text: "Anything else?" });
    await db.updateTable("form_questions").set({ is_hidden: true }).where("id", "=", hidden.id).execute();
    const { payload } = await app.ask("form/getFormQuestions", { query: { eventId } });
    expect(payload).toMatchObject([
      { id: menu.id, typeId: 3, required: true, options: ["Fish", "Vegan"] },
      { id: text.id, typeId: 0, required: false, options: null, text: "Anything else?" },
    ]);
  });
});
