import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { AttendeeOrder } from "../../../contract/shapes/people.ts";
import { inTransaction } from "../../db/pool.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import {
  buildClub,
  buildEvent,
  buildExtras,
  buildPromoCode,
  buildQuestion,
  buildTicket,
  buildUser,
} from "../../testing/builders.ts";
import { hold, people, placeTestOrder } from "../../testing/buying.ts";
import { openSession } from "../../testing/tokens.ts";
import { nearestPosition } from "../positions.ts";
import { indexedIdsOf } from "../rows.ts";
import { attendeeSearchWords, isFoundByIndex, plainWords } from "../words.ts";

let app: TestApp;
let token: string;
let stranger: string;
let event: { id: number; clubId: number };
let ticket: { id: number };
let vip: { id: number };

const names = [
  ["Mia", "Müller", "mia@example.org", "+49 40 123456"],
  ["สมชาย", "ใจดี", "somchai@example.co.th", "081-234-5678"],
  ["Zoë", "van der Groß", "zoe@example.net", null],
  ["100%", "O'Brien_x", "brien@example.org", null],
  ["Дмитрий", "Иванов", "dmitri@example.org", null],
  ["Åsa", "Keller", "asa.keller@harbour.example", "(020) 7946 0018"],
] as const;

beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  event = await buildEvent(db);
  ticket = await buildTicket(db, event.id, { price: 0, title: "Standard" });
  vip = await buildTicket(db, event.id, { price: 0, title: "VIP" });
  const admin = await buildUser(db, ADMIN, event.clubId);
  token = await openSession(db, admin.id, app.time.now);
  stranger = await openSession(db, (await buildUser(db, ADMIN, (await buildClub(db)).id)).id, app.time.now);
  for (const [firstName, lastName, email, phone] of names) {
    const ticketId = firstName === "Zoë" ? vip.id : ticket.id;
    const reply = await app.ask("registration/express", {
      body: {
        eventId: event.id,
        tickets: [{ ticketId, quantity: 1 }],
        attendees: [{ ticketId, firstName, lastName, email, phone }],
      },
    });
    expect(reply.status).toBe(200);
  }
  const other = await buildEvent(db, { clubId: event.clubId });
  const otherTicket = await buildTicket(db, other.id, { price: 0 });
  await placeTestOrder(app, other.id, otherTicket.id, 1, "keller@elsewhere.example");
});
afterAll(() => app.close());

const list = async (query: Record<string, unknown> = {}) => {
  const reply = await app.ask("registration/getAttendees", { query: { eventId: event.id, ...query }, token });
  expect(reply.status).toBe(200);
  return reply.payload;
};
const findFirstNames = async (searchKeyword: string) =>
  (await list({ searchKeyword, sortBy: "registration" })).items.map(({ firstName }) => firstName);

describe("a search", () => {
  test.each([
    ["mül", ["Mia"]],
    ["MULLER", ["Mia"]],
    ["müller mia", ["Mia"]],
    ["Keller, Åsa", ["Åsa"]],
    ["สมช", ["สมชาย"]],
    ["ใจดี สม", ["สมชาย"]],
    ["gross", ["Zoë"]],
    ["Groß", ["Zoë"]],
    ["иван", ["Дмитрий"]],
    ["asa.kel", ["Åsa"]],
    ["harbour.ex", ["Åsa"]],
    ["+49 40 123456", ["Mia"]],
    ["040 1234", ["Mia"]],
    ["081234", ["สมชาย"]],
    ["7946", ["Åsa"]],
    ["100%", ["100%"]],
    ["brien_", ["100%"]],
    ["%", ["100%"]],
    ["mia keller", []],
    ["nobody", []],
    ["\\", []],
    ["'; drop table attendees; --", []],
  ])("a search for “%s” finds %j, in this event only", async (keyword, expected) => {
    expect(await findFirstNames(keyword)).toEqual(expected);
  });

  test("a search by the index finds the same attendees as a search through every row", async () => {
    const { db } = app.database;
    for (const keyword of ["mül", "สมช", "ใจดี", "иванов", "keller", "example.org", "nobody", "234"]) {
      const words = await plainWords(db, attendeeSearchWords(keyword));
      const wanted = { eventId: event.id, filters: {}, words };
      const byIndex = await indexedIdsOf(db, wanted, { order: "registration", limit: 50, offset: 0 });
      const listed = await list({ searchKeyword: keyword, sortBy: "registration" });
      expect(byIndex, keyword).toEqual({ ids: listed.items.map(({ id }) => id), total: listed.totalItems });
    }
  });
});

test("the search index itself finds parts of names in Latin, Thai and Cyrillic letters", async () => {
  for (const keyword of ["mül", "สมช", "ใจดี", "иванов", "brien_", "081234"]) {
    const words = await plainWords(app.database.db, attendeeSearchWords(keyword));
    // Transactions have no sequential scans (server/db/pool.ts), so only this index can answer.
    const { plan, ids } = await inTransaction(app.database.db, async (tx) => {
      const query = sql<{ id: number }>`select id from attendees a where ${isFoundByIndex(words)!}`;
      const explained = await sql<Record<string, string>>`explain ${query}`.execute(tx);
      const { rows } = await query.execute(tx);
      return { plan: JSON.stringify(explained.rows), ids: rows.map(({ id }) => id) };
    });
    expect(plan).toContain("attendees_search");
    const [match] = (await list({ searchKeyword: keyword })).items;
    expect(ids, keyword).toEqual([match!.id]);
  }
});

describe("guests without a name", () => {
  let party: { id: number };
  beforeAll(async () => {
    const { db } = app.database;
    party = await buildEvent(db, { clubId: event.clubId, config: { guestNamesLater: true } });
    const { id: ticketId } = await buildTicket(db, party.id, { price: 0 });
    for (const [firstName, email] of [
      ["Mara", "mara@example.org"],
      ["Žofie", "zofie@example.org"],
    ]) {
      const attendees = [
        { ticketId, firstName, lastName: "Lind", email },
        { ticketId, email: `guest-of-${email}` },
        { ticketId },
      ];
      const tickets = [{ ticketId, quantity: attendees.length }];
      const reply = await app.ask("registration/express", {
        body: { eventId: party.id, tickets, attendees },
      });
      expect(reply.status).toBe(200);
    }
  });

  test.each([
    ["Guest of Mara", ["Guest 1 of Mara Lind", "Guest 2 of Mara Lind"]],
    ["guest zofie", ["Guest 1 of Žofie Lind", "Guest 2 of Žofie Lind"]],
    ["mara", ["Mara", "Guest 1 of Mara Lind", "Guest 2 of Mara Lind"]],
    ["mara guest-of", ["Guest 1 of Mara Lind"]],
    ["guest of nobody", []],
  ])("a search for “%s” finds %j, with and without the index", async (keyword, expected) => {
    const listed = await list({ eventId: party.id, searchKeyword: keyword, sortBy: "registration" });
    expect(listed.items.map(({ firstName }) => firstName).toSorted()).toEqual(expected.toSorted());
    const words = await plainWords(app.database.db, attendeeSearchWords(keyword));
    const wanted = { eventId: party.id, filters: {}, words };
    const byIndex = await indexedIdsOf(app.database.db, wanted, {
      order: "registration",
      limit: 50,
      offset: 0,
    });
    expect(byIndex).toEqual({ ids: listed.items.map(({ id }) => id), total: listed.totalItems });
  });
});

describe("the list", () => {
  test("the list accepts event[id] and eventId alike, and needs one of them", async () => {
    const reply = await app.ask("registration/getAttendees", { query: { "event[id]": event.id }, token });
    expect(reply.payload.totalItems).toBe(names.length);
    expect(await app.ask("registration/getAttendees", { token })).toMatchObject({ code: "invalidInput" });
  });

  test("the list has fields of attendee, registration and order, and no signed codes", async () => {
    const [mia] = (await list({ searchKeyword: "mia" })).items;
    expect(mia).toMatchObject({
      firstName: "Mia",
      ticketTitle: "Standard",
      registrationState: "active",
      orderStatus: "free",
      registrationEmail: "mia@example.org",
      checkinTime: null,
      qrText: null,
    });
  });

  test("the pages of the list have each attendee once, and the right total", async () => {
    for (const sortBy of ["registration", "-registration", "name", "-name", "checkin", "-checkin"] as const) {
      const pages = [];
      for (let page = 1; page <= 3; page++) {
        const { items, totalItems, totalPages } = await list({ page, itemsPerPage: 2, sortBy });
        expect([totalItems, totalPages]).toEqual([names.length, 3]);
        pages.push(...items.map(({ id }) => id));
      }
      expect(new Set(pages).size, sortBy).toBe(names.length);
    }
  });

  const firstNamesBy = async (sortBy: AttendeeOrder) =>
    (await list({ sortBy })).items.map((one) => one.firstName);

  test("the list is sorted by last name in both directions", async () => {
    const forward = await firstNamesBy("name");
    expect(forward.slice(0, 4)).toEqual(["Åsa", "Mia", "100%", "Zoë"]);
    expect(await firstNamesBy("-name")).toEqual(forward.toReversed());
  });

  test("the list by arrival has the arrived attendees first, and can be filtered by arrival", async () => {
    const [asa] = (await list({ searchKeyword: "åsa" })).items;
    const [zoe] = (await list({ searchKeyword: "zoë" })).items;
    for (const [index, attendee] of [asa!, zoe!].entries())
      await app.database.db
        .insertInto("checkins")
        .values({
          attendee_id: attendee.id,
          registration_id: attendee.registrationId,
          event_id: event.id,
          checked_in_by: null,
          created_at: new Date(Date.UTC(2026, 5, 1, 18, index)),
        })
        .execute();
    expect((await firstNamesBy("checkin")).slice(0, 2)).toEqual(["Åsa", "Zoë"]);
    expect((await firstNamesBy("-checkin")).slice(0, 2)).toEqual(["Zoë", "Åsa"]);
    expect((await list({ checkinStatus: true })).totalItems).toBe(2);
    expect((await list({ checkinStatus: false })).totalItems).toBe(names.length - 2);
    expect((await list({ checkinStatus: true, searchKeyword: "keller" })).items).toHaveLength(1);
  });

  test("the list can be filtered by ticket, by state of the registration and by state of the order", async () => {
    expect((await list({ ticketId: vip.id })).items.map((one) => one.firstName)).toEqual(["Zoë"]);
    expect((await list({ orderStatus: "paid" })).items).toEqual([]);
    expect((await list({ orderStatus: "free" })).totalItems).toBe(names.length);
    const { registration, accessKey } = await hold(app, event.id, ticket.id);
    await app.ask("registration/save", {
      body: { registrationId: registration.id, accessKey, attendees: people(ticket.id) },
    });
    expect((await list()).totalItems).toBe(names.length);
    expect((await list({ registrationState: "held" })).totalItems).toBe(1);
    expect((await list({ registrationState: "all" })).totalItems).toBe(names.length + 1);
    await app.ask("registration/releaseHold", { body: { registrationId: registration.id, accessKey } });
  });

  test("the list can be filtered by answer, by extra and by promo code, and its download by answer", async () => {
    const { db } = app.database;
    const dinner = await buildEvent(db, { clubId: event.clubId });
    const seat = await buildTicket(db, dinner.id, { price: 0 });
    const extra = await buildExtras(db, dinner.id, { price: 0 });
    const code = await buildPromoCode(db, dinner.id, { code: "FRIENDS" });
    const menu = await buildQuestion(db, dinner.id, { typeId: 3, options: ["Fish", "Vegan", "Vegan cake"] });
    const other = await buildQuestion(db, dinner.id, { text: "Anything else?" });
    const register = async (firstName: string, more: { answers?: object[]; hold?: object }) => {
      const reply = await app.ask("registration/express", {
        body: {
          eventId: dinner.id,
          tickets: [{ ticketId: seat.id, quantity: 1 }],
          attendees: [
            { ticketId: seat.id, firstName, email: `${firstName}@example.org`, answers: more.answers ?? [] },
          ],
          ...more.hold,
        },
      });
      expect(reply.status, reply.msg ?? "").toBe(200);
    };
    await register("Ada", { answers: [{ questionId: menu.id, answer: ["Fish", "Vegan cake"] }] });
    await register("Ben", {
      answers: [
        { questionId: menu.id, answer: ["Vegan"] },
        { questionId: other.id, answer: "Fish" },
      ],
    });
    await register("Cleo", { hold: { extras: [{ extrasId: extra.id, quantity: 2 }] } });
    await register("Dan", { hold: { promoCode: "friends" } });
    const found = async (query: object) =>
      (await list({ eventId: dinner.id, sortBy: "registration", ...query })).items.map(
        (one) => one.firstName,
      );
    expect(await found({ questionId: menu.id, answer: "Vegan" })).toEqual(["Ben"]);
    expect(await found({ questionId: menu.id, answer: "Fish" })).toEqual(["Ada"]);
    expect(await found({ answer: "Fish" })).toEqual(["Ada", "Ben"]);
    expect(await found({ questionId: menu.id })).toEqual(["Ada", "Ben"]);
    expect(await found({ extrasId: extra.id })).toEqual(["Cleo"]);
    expect(await found({ promoCodeId: code.id })).toEqual(["Dan"]);
    expect(await found({ promoCodeId: code.id, extrasId: extra.id })).toEqual([]);
    expect(await found({ questionId: "", answer: "", extrasId: "", promoCodeId: "" })).toHaveLength(4);
    const file = await app.http.inject({
      url: `/api/registration/downloadAttendees?eventId=${dinner.id}&format=csv&questionId=${menu.id}&answer=Vegan`,
      headers: { authorization: token },
    });
    expect(file.body).toContain("Ben");
    expect(file.body).not.toContain("Ada");
  });

  test("the list ignores empty parameters, and refuses an unknown sort order", async () => {
    const empty = { searchKeyword: "", sortBy: "", ticketId: "", checkinStatus: "", registrationState: "" };
    expect((await list(empty)).totalItems).toBe(names.length);
    const reply = await app.ask("registration/getAttendees", {
      query: { eventId: event.id, sortBy: "password" },
      token,
    });
    expect(reply).toMatchObject({ status: 400, code: "invalidInput" });
  });

  test("the list is not found by staff of another club", async () => {
    const reply = await app.ask("registration/getAttendees", {
      query: { eventId: event.id },
      token: stranger,
    });
    expect(reply).toMatchObject({ status: 404, code: "notFound" });
  });
});

describe("a long list", () => {
  test("a late page of a long list equals that part of the whole list, in each order that has an index", async () => {
    const { db } = app.database;
    const longEvent = await buildEvent(db, { clubId: event.clubId });
    const longTicket = await buildTicket(db, longEvent.id, { price: 0, maxStock: 5000 });
    // 7919 is prime, so that the names are the numbers from 0 to 2599 in an order unlike that of the ids.
    const rows = [
      ["Name", "Email"],
      ...Array.from({ length: 2600 }, (_, n) => [`Guest ${(n * 7919) % 2600}`, `guest${n}@example.org`]),
    ];
    const body = { eventId: longEvent.id, ticketId: longTicket.id, rows };
    expect((await app.ask("registration/bulkImportAttendee", { body, token })).payload.insertCount).toBe(
      2600,
    );
    for (const sortBy of ["registration", "-registration", "name", "-name"] as const) {
      const all: number[] = [];
      for (let page = 1; page <= 3; page++)
        all.push(
          ...(await list({ eventId: longEvent.id, itemsPerPage: 1000, page, sortBy })).items.map(
            ({ id }) => id,
          ),
        );
      const { items, totalItems } = await list({ eventId: longEvent.id, itemsPerPage: 7, page: 300, sortBy });
      expect(totalItems).toBe(2600);
      expect(items.map(({ id }) => id)).toEqual(all.slice(299 * 7, 300 * 7));
      const position = await nearestPosition(
        db,
        { eventId: longEvent.id, filters: {}, words: [] },
        sortBy,
        299 * 7,
      );
      expect(position.offset).toBeLessThan(500);
      expect(position.after).toBeDefined();
    }
    expect((await list({ eventId: longEvent.id, page: 400, itemsPerPage: 7 })).items).toEqual([]);
    const matches = await list({ eventId: longEvent.id, searchKeyword: "guest", itemsPerPage: 5, page: 100 });
    expect([matches.items.length, matches.totalItems]).toEqual([5, 2600]);
  });
});
