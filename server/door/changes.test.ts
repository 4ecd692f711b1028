import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { Tx } from "../db/pool.ts";
import { type TestApp, testApp } from "../testing/app.ts";
import { buildBought, buildParty, scanOf } from "../testing/arrivals.ts";
import { buildEvent, buildQuestion, buildTicket, buildUser } from "../testing/builders.ts";
import { openSession } from "../testing/tokens.ts";
import { changesSince, cursorNow, oldestRunning, pruneChanges, type TransactionNow } from "./changes.ts";

let app: TestApp;
let event: { id: number; clubId: number };
let ticketId: number;
let token: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.database;
  app.time.now = new Date();
  event = await buildEvent(db, { start: app.time.now, end: null });
  ticketId = (await buildTicket(db, event.id, { price: 0, maxStock: 1000 })).id;
  token = await openSession(db, (await buildUser(db, ADMIN, event.clubId)).id, app.time.now);
});

const sale = () => ({ eventId: event.id, ticketId });
const copy = async (query: object = {}) =>
  (await app.ask("door/getCopy", { query: { eventId: event.id, ...query }, token })).payload;
const changes = async (cursor: string) =>
  (await app.ask("door/getChanges", { query: { eventId: event.id, cursor }, token })).payload;
const nothing = {
  attendees: [],
  removedAttendeeIds: [],
  purchases: [],
  removedPurchaseIds: [],
  reload: false,
};

describe("a copy", () => {
  test("has everybody once, page by page, with what the door shows and no address", async () => {
    const { db } = app.database;
    const question = await buildQuestion(db, event.id, { text: "Any allergies?" });
    await buildQuestion(db, event.id, { text: "Shoe size" });
    const [mia, leo] = await buildParty(app, sale(), 2);
    await buildParty(app, sale(), 3);
    await db
      .updateTable("form_questions")
      .set({ shows_at_door: true })
      .where("id", "=", question.id)
      .execute();
    await db
      .insertInto("answers")
      .values({
        attendee_id: leo!.attendeeId,
        question_id: question.id,
        question_text: "Any allergies?",
        answer: "Nuts",
      })
      .execute();
    const first = await copy({ limit: 3 });
    const second = await copy({ limit: 3, after: first.attendees.at(-1)!.attendeeId });
    expect([first.attendees.length, first.isLast, second.attendees.length, second.isLast]).toEqual([
      3,
      false,
      2,
      true,
    ]);
    expect([first.total, second.total]).toEqual([5, 5]);
    const all = [...first.attendees, ...second.attendees];
    expect(new Set(all.map(({ attendeeId }) => attendeeId)).size).toBe(5);
    expect(all.find(({ attendeeId }) => attendeeId === leo!.attendeeId)?.answers).toEqual([
      { questionId: question.id, answer: "Nuts" },
    ]);
    const { q } = JSON.parse(mia!.code);
    const hash = Buffer.from(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode(q.toLowerCase())),
    );
    expect(all[0]).toMatchObject({
      firstName: "Mia",
      state: "active",
      admission: null,
      codeHash: hash.subarray(0, 16).toString("base64url"),
    });
    expect(JSON.stringify([first, second])).not.toMatch(/@|qrUuid/);
    expect(JSON.stringify([first, second])).not.toContain(q);
  });

  test("finds people by parts of their names alone, without regard to case and accents", async () => {
    const { db } = app.database;
    const [zoe, ...others] = await buildParty(app, sale(), 3);
    await db
      .updateTable("attendees")
      .set({ first_name: "Zoë", last_name: "Möller", email: "keller@example.org" })
      .where("id", "=", zoe!.attendeeId)
      .execute();
    const search = async (text: string) =>
      (await app.ask("door/search", { query: { eventId: event.id, text }, token })).payload.attendees.map(
        ({ attendeeId }) => attendeeId,
      );
    expect(await search("MOLL")).toEqual([zoe!.attendeeId]);
    expect(await search("möller, zo")).toEqual([zoe!.attendeeId]);
    expect(await search("keller")).toEqual([]);
    expect(await search("%%%")).toEqual([]);
    expect(await search("guest")).toEqual(others.map(({ attendeeId }) => attendeeId));
    expect((await app.ask("door/search", { query: { eventId: event.id, text: "zo" }, token })).code).toBe(
      "invalidInput",
    );
  });
});

describe("what changed", () => {
  test("since a copy is who came, who changed, who went and what was handed over, and then nothing", async () => {
    const [mia, leo, zoe] = await buildParty(app, sale(), 3);
    const { cursor } = await copy();
    expect(await changes(cursor)).toMatchObject(nothing);
    const bought = await buildBought(app, sale());
    await app.ask("door/sync", {
      body: {
        eventId: event.id,
        deviceId: crypto.randomUUID(),
        scans: [scanOf({ code: mia!.code }), scanOf({ kind: "redeem", code: bought.code })],
      },
      token,
    });
    await app.ask("registration/deleteAttendee", {
      query: { eventId: event.id, attendeeId: leo!.attendeeId, force: true },
      token,
    });
    const told = await changes(cursor);
    expect(told.attendees.map(({ attendeeId, admission }) => [attendeeId, admission?.by ?? null])).toEqual([
      [mia!.attendeeId, "Mia Keller"],
      [bought.guest.attendeeId, null],
    ]);
    expect(told).toMatchObject({
      removedAttendeeIds: [leo!.attendeeId],
      purchases: [{ purchaseId: bought.purchaseId, redemption: { by: "Mia Keller" } }],
      reload: false,
    });
    expect(await changes(told.cursor)).toMatchObject(nothing);
    await app.ask("registration/updateStatus", { body: { id: zoe!.registrationId, status: false }, token });
    const cancelled = await changes(told.cursor);
    expect(cancelled.attendees.map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
  });

  test("is too long ago, of a restored database, or of no cursor of ours: the copy is made anew", async () => {
    const { cursor } = await copy();
    const [transaction, at] = cursor.split(".");
    expect(await changes(`${Number(transaction) + 1_000_000}.${at}`)).toMatchObject({ reload: true });
    expect(await changes(`${transaction}.${Number(at) - 7 * 24 * 3_600_000}`)).toMatchObject({
      reload: true,
    });
    for (const text of [
      "nonsense",
      "1",
      "1.2.3",
      "-1.5",
      "99999999999999999999.1",
      "'; drop table events; --",
    ])
      expect(await changes(text)).toMatchObject({ reload: true });
    expect(await changes(cursor)).toMatchObject({ reload: false });
  });

  test("of seven days ago is forgotten, and nothing younger", async () => {
    const { db } = app.database;
    await buildParty(app, sale(), 1);
    const count = async () => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from door_changes where event_id = ${event.id}`.execute(db);
      return rows[0]!.n;
    };
    const day = 24 * 3_600_000;
    const there = await count();
    await pruneChanges(db, new Date(Date.now() + 7 * day - 60_000));
    expect([there > 0, await count()]).toEqual([true, there]);
    await pruneChanges(db, new Date(Date.now() + 7 * day + 60_000));
    expect(await count()).toBe(0);
  });
});

describe("two transactions, of which the older is committed last", () => {
  /** Renames two people in transactions that overlap, asks in between and after; gives who was told in all. */
  async function toldOf(transactionNow: TransactionNow): Promise<number[]> {
    const { db } = app.database;
    const [mia, leo] = await buildParty(app, sale(), 2);
    const rename = (tx: Tx, attendeeId: number) =>
      tx.updateTable("attendees").set({ last_name: "Renamed" }).where("id", "=", attendeeId).execute();
    const start = await cursorNow(db, app.time.now);
    const older = await db.startTransaction().execute();
    await rename(older, mia!.attendeeId);
    await db.transaction().execute((younger) => rename(younger, leo!.attendeeId));
    const ask = (cursor: string) =>
      changesSince(db, { eventId: event.id, cursor }, app.time.now, transactionNow);
    const first = await ask(start);
    await older.commit().execute();
    const second = await ask(first.cursor);
    const renamed = [...first.attendees, ...second.attendees].filter(
      ({ lastName }) => lastName === "Renamed",
    );
    expect(first.attendees.map(({ attendeeId }) => attendeeId)).toContain(leo!.attendeeId);
    return [mia, leo].flatMap((one) =>
      renamed.some(({ attendeeId }) => attendeeId === one!.attendeeId) ? [1] : [0],
    );
  }

  test("are both told", async () => {
    expect(await toldOf(oldestRunning)).toEqual([1, 1]);
  });

  test("control: a cursor of the newest transaction that is seen misses the older one", async () => {
    const newestSeen: TransactionNow = async (db) => {
      const { rows } = await sql<{
        xid: string;
      }>`select (max(xid::text::bigint) + 1)::text as xid from door_changes`.execute(db);
      return rows[0]!.xid;
    };
    expect(await toldOf(newestSeen)).toEqual([0, 1]);
  });
});
