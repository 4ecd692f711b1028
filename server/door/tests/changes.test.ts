import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AGREED, AGREEMENT } from "../../../contract/rules/questions/questions.ts";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { Tx } from "../../db/pool.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildQuestion, buildTicket, buildUser } from "../../testing/builders.ts";
import { buildHelper } from "../../testing/doors.ts";
import { buildExtrasPurchase, buildParty, scanOf } from "../../testing/parties.ts";
import { openSession } from "../../testing/tokens.ts";
import { changesSince, newCursor, type OldestTransaction, oldestRunning, pruneChanges } from "../changes.ts";

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

const ticketOnSale = () => ({ eventId: event.id, ticketId });
const getCopy = async (query: object = {}) =>
  (await app.ask("door/getCopy", { query: { eventId: event.id, ...query }, token })).payload;
const getChanges = async (cursor: string) =>
  (await app.ask("door/getChanges", { query: { eventId: event.id, cursor }, token })).payload;
const noChanges = {
  attendees: [],
  removedAttendeeIds: [],
  purchases: [],
  removedPurchaseIds: [],
  door: null,
  reload: false,
};
/** A cursor after which there are no changes. Waits for the transactions that run. */
async function upToDateCursor(from?: string): Promise<string> {
  let cursor = from ?? (await getCopy()).cursor;
  await expect
    .poll(async () => {
      const reply = await getChanges(cursor);
      cursor = reply.cursor;
      return reply;
    })
    .toMatchObject(noChanges);
  return cursor;
}

async function saveQuestions(formQuestions: object[], rmQIds: number[] = []): Promise<void> {
  const questions = formQuestions.map((question) => ({ typeId: 0, ...question }));
  const body = { payload: { eventId: event.id, formQuestions: questions, rmQIds } };
  expect((await app.ask("form/save", { body, token })).status).toBe(200);
}
const saveAnswers = (questionId: number, attendeeIds: number[]) =>
  app.database.db
    .insertInto("answers")
    .values(
      attendeeIds.map((attendeeId) => ({
        attendee_id: attendeeId,
        question_id: questionId,
        question_text: "Any allergies?",
        answer: "Nuts",
      })),
    )
    .execute();

describe("a copy", () => {
  test("a copy lists each attendee once, page by page, with the fields of the door and without addresses", async () => {
    const { db } = app.database;
    const question = await buildQuestion(db, event.id, { text: "Any allergies?" });
    await buildQuestion(db, event.id, { text: "Shoe size" });
    const [mia, leo] = await buildParty(app, ticketOnSale(), 2);
    await buildParty(app, ticketOnSale(), 3);
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
    const first = await getCopy({ limit: 3 });
    const second = await getCopy({ limit: 3, after: first.attendees.at(-1)!.attendeeId });
    expect([first.attendees.length, first.isLast, second.attendees.length, second.isLast]).toEqual([
      3,
      false,
      2,
      true,
    ]);
    expect([first.total, second.total]).toEqual([5, 5]);
    expect([first.door?.questions, second.door]).toEqual([
      [{ questionId: question.id, typeId: 0, text: "Any allergies?" }],
      null,
    ]);
    const all = [...first.attendees, ...second.attendees];
    expect(new Set(all.map(({ attendeeId }) => attendeeId)).size).toBe(5);
    expect(all.find(({ attendeeId }) => attendeeId === leo!.attendeeId)?.answers).toEqual([
      { questionId: question.id, answer: "Nuts" },
    ]);
    const { q: qrUuid } = JSON.parse(mia!.code);
    const hash = Buffer.from(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode(qrUuid.toLowerCase())),
    );
    expect(all[0]).toMatchObject({
      firstName: "Mia",
      state: "active",
      admission: null,
      codeHash: hash.subarray(0, 16).toString("base64url"),
    });
    expect(JSON.stringify([first, second])).not.toMatch(/@|qrUuid/);
    expect(JSON.stringify([first, second])).not.toContain(qrUuid);
  });

  test("the search at the door finds attendees by parts of their names only, ignoring case and accents", async () => {
    const { db } = app.database;
    const [zoe, ...others] = await buildParty(app, ticketOnSale(), 3);
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

describe("changes since a cursor", () => {
  test("after a copy, a device gets the admitted, cancelled and deleted attendees and the handed-over extras, each once", async () => {
    const [mia, leo, zoe] = await buildParty(app, ticketOnSale(), 3);
    const cursor = await upToDateCursor();
    const purchase = await buildExtrasPurchase(app, ticketOnSale());
    await app.ask("door/sync", {
      body: {
        eventId: event.id,
        deviceId: crypto.randomUUID(),
        scans: [scanOf({ code: mia!.code }), scanOf({ kind: "redeem", code: purchase.code })],
      },
      token,
    });
    await app.ask("registration/deleteAttendee", {
      query: { eventId: event.id, attendeeId: leo!.attendeeId, force: true },
      token,
    });
    const reply = await getChanges(cursor);
    expect(reply.attendees.map(({ attendeeId, admission }) => [attendeeId, admission?.by ?? null])).toEqual([
      [mia!.attendeeId, "Mia Keller"],
      [purchase.guest.attendeeId, null],
    ]);
    expect(reply).toMatchObject({
      removedAttendeeIds: [leo!.attendeeId],
      purchases: [{ purchaseId: purchase.purchaseId, redemption: { by: "Mia Keller" } }],
      reload: false,
    });
    const after = await upToDateCursor(reply.cursor);
    await app.ask("registration/updateStatus", { body: { id: zoe!.registrationId, status: false }, token });
    const cancelled = await getChanges(after);
    expect(cancelled.attendees.map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
  });

  test("a refund of an order changes its extras to cancelled, and a new payment changes them back", async () => {
    const { db } = app.database;
    const { purchaseId, guest } = await buildExtrasPurchase(app, ticketOnSale());
    for (const [paymentStatus, state] of [
      ["refunded", "cancelled"],
      ["paid", "active"],
    ] as const) {
      const cursor = await upToDateCursor();
      await db
        .updateTable("orders")
        .set({ payment_status: paymentStatus })
        .where("registration_id", "=", guest.registrationId)
        .execute();
      expect((await getChanges(cursor)).purchases).toMatchObject([{ purchaseId, state }]);
    }
  });

  test("an answer that staff add, change or clear is a change of its attendee", async () => {
    const question = await buildQuestion(app.database.db, event.id, { text: "Any allergies?" });
    await saveQuestions([{ ...question, text: "Any allergies?", showAtDoor: true }]);
    const [, leo] = await buildParty(app, ticketOnSale(), 2);
    for (const answer of ["Nuts", "Fish", ""]) {
      const cursor = await upToDateCursor();
      const body = {
        eventId: event.id,
        attendeeId: leo!.attendeeId,
        answers: [{ questionId: question.id, answer }],
      };
      expect((await app.ask("registration/updateAttendee", { body, token })).status).toBe(200);
      expect((await getChanges(cursor)).attendees).toMatchObject([
        {
          attendeeId: leo!.attendeeId,
          answers: answer === "" ? [] : [{ questionId: question.id, answer }],
        },
      ]);
    }
  });

  test("another name of the buyer is a change of guests without a name, and of no other guest", async () => {
    const { db } = app.database;
    const start = new Date(app.time.now.getTime() + 86_400_000);
    event = await buildEvent(db, { clubId: event.clubId, start, config: { guestNamesLater: true } });
    ticketId = (await buildTicket(db, event.id, { price: 0, maxStock: 10 })).id;
    const body = {
      eventId: event.id,
      tickets: [{ ticketId, quantity: 3 }],
      attendees: [{ firstName: "Mia", email: "mia@example.org" }, { firstName: "Leo" }, {}],
    };
    const { payload } = await app.ask("registration/express", {
      body: { ...body, attendees: body.attendees.map((one) => ({ ticketId, ...one })) },
    });
    const proof = { registrationId: payload.registration.id, accessKey: payload.accessKey };
    const [mia, leo] = payload.attendees.map(({ attendeeId }) => attendeeId);
    const changedBy = async (request: () => Promise<{ status: number }>) => {
      const cursor = await upToDateCursor();
      expect((await request()).status).toBe(200);
      return (await getChanges(cursor)).attendees.map(({ firstName }) => firstName).sort();
    };
    const nameByStaff = (attendeeId: number, firstName: string) =>
      app.ask("registration/updateAttendee", { body: { eventId: event.id, attendeeId, firstName }, token });
    expect(await changedBy(() => nameByStaff(mia!, "Maria"))).toEqual(["Guest 2 of Maria", "Maria"]);
    expect(await changedBy(() => nameByStaff(leo!, "Leon"))).toEqual(["Leon"]);
    const correct = (attendeeId: number, firstName: string) =>
      app.ask("registration/correct", { body: { ...proof, attendees: [{ attendeeId, firstName }] } });
    expect(await changedBy(() => correct(mia!, "Mary"))).toEqual(["Guest 2 of Mary", "Mary"]);
    expect(await changedBy(() => correct(leo!, "Leo"))).toEqual(["Leo"]);
    const nameBuyer = (firstName: string) =>
      app.ask("order/changeBuyer", { body: { orderId: payload.order.id, firstName }, token });
    expect(await changedBy(() => nameBuyer("Marie"))).toEqual(["Guest 2 of Marie", "Marie"]);
    await app.ask("registration/deleteAttendee", { query: { attendeeId: mia!, eventId: event.id }, token });
    expect(await changedBy(() => nameBuyer("Marina"))).toEqual(["Guest 2 of Marina"]);
  });

  test("the door gets the stored answers with its changes and after a scan, with the types of their questions", async () => {
    const question = await buildQuestion(app.database.db, event.id, { typeId: AGREEMENT, text: "the rules" });
    await saveQuestions([{ ...question, typeId: AGREEMENT, text: "the rules", showAtDoor: true }]);
    const [mia] = await buildParty(app, ticketOnSale(), 1);
    const { attendeeId } = mia!;
    const cursor = await upToDateCursor();
    const answers = [{ questionId: question.id, answer: AGREED }];
    const body = { eventId: event.id, attendeeId, answers };
    expect((await app.ask("registration/updateAttendee", { body, token })).status).toBe(200);
    expect((await getChanges(cursor)).attendees).toMatchObject([{ attendeeId, answers }]);
    const report = { eventId: event.id, deviceId: crypto.randomUUID(), scans: [scanOf({ attendeeId })] };
    const { payload: synced } = await app.ask("door/sync", { body: report, token });
    expect(synced.answers).toMatchObject([{ attendee: { attendeeId, answers } }]);
    const { payload } = await app.ask("door/getDoor", { query: { eventId: event.id }, token });
    expect(payload.questions).toEqual([
      { questionId: question.id, typeId: AGREEMENT, text: "I agree to the rules" },
    ]);
  });

  test("a question that starts or stops showing at the door changes the attendees who answered it", async () => {
    const question = await buildQuestion(app.database.db, event.id, { text: "Any allergies?" });
    const [mia] = await buildParty(app, ticketOnSale(), 2);
    await saveAnswers(question.id, [mia!.attendeeId]);
    const questionId = question.id;
    const savedQuestion = { ...question, text: "Any allergies?" };
    const changesOf = async (change: () => Promise<unknown>) => {
      const cursor = await upToDateCursor();
      await change();
      const { attendees, door } = await getChanges(cursor);
      return {
        attendees: attendees.map(({ attendeeId, answers }) => [attendeeId, answers.length]),
        questions: door?.questions,
      };
    };
    expect(await changesOf(() => saveQuestions([{ ...savedQuestion, showAtDoor: true }]))).toEqual({
      attendees: [[mia!.attendeeId, 1]],
      questions: [{ questionId, typeId: 0, text: "Any allergies?" }],
    });
    const renamed = { ...savedQuestion, text: "Allergies" };
    expect(await changesOf(() => saveQuestions([renamed]))).toEqual({
      attendees: [],
      questions: [{ questionId, typeId: 0, text: "Allergies" }],
    });
    expect(await changesOf(() => saveQuestions([{ ...renamed, showAtDoor: false }]))).toEqual({
      attendees: [[mia!.attendeeId, 0]],
      questions: [],
    });
    expect(await changesOf(() => saveQuestions([{ ...renamed, required: true }]))).toEqual({
      attendees: [],
      questions: undefined,
    });
    await saveQuestions([{ ...renamed, showAtDoor: true }]);
    expect(await changesOf(() => saveQuestions([], [questionId]))).toEqual({
      attendees: [[mia!.attendeeId, 0]],
      questions: [],
    });
  });

  test("a question that starts showing at the door makes devices reload the copy if more than 20,000 attendees answered it", async () => {
    const { db } = app.database;
    const question = await buildQuestion(db, event.id, { text: "Any allergies?" });
    const [mia] = await buildParty(app, ticketOnSale(), 1);
    await sql`insert into attendees (registration_id, event_id, ticket_id, first_name, qr_uuid)
      select ${mia!.registrationId}, ${event.id}, ${ticketId}, 'Guest', gen_random_uuid() from generate_series(1, 20000)`.execute(
      db,
    );
    await sql`insert into answers (attendee_id, question_id, question_text, answer)
      select id, ${question.id}, 'Any allergies?', 'Nuts' from attendees where event_id = ${event.id}`.execute(
      db,
    );
    const cursor = await upToDateCursor();
    await saveQuestions([{ ...question, text: "Any allergies?", showAtDoor: true }]);
    expect(await getChanges(cursor)).toMatchObject({
      reload: true,
      attendees: [],
      door: { questions: [{ text: "Any allergies?" }] },
    });
  });

  test("after a change of the event, its tickets, their days, state or order, a helper gets the door with their own gate", async () => {
    const { db } = app.database;
    const { token: helper } = await buildHelper(
      db,
      { eventId: event.id, now: app.time.now },
      { gate: "North" },
    );
    const doorAfter = async (call: () => Promise<{ status: number }>) => {
      const cursor = await upToDateCursor();
      expect(await call()).toMatchObject({ status: 200 });
      const reply = await app.ask("door/getChanges", { query: { eventId: event.id, cursor }, token: helper });
      return reply.payload.door;
    };
    const save = (body: object) => () => app.ask("event/save", { body: { id: event.id, ...body }, token });
    const saveTicket = (body: object) => () => app.ask("ticket/save", { body, token });
    expect(await doorAfter(save({ name: "Winter Gala" }))).toMatchObject({
      event: { name: "Winter Gala" },
      gate: "North",
      rights: ["scan", "search", "undo", "sell"],
    });
    const endDatetime = new Date(app.time.now.getTime() + 3_600_000).toISOString();
    expect(await doorAfter(save({ endDatetime }))).toMatchObject({ event: { endDatetime } });
    const saveConfig = (config: object) => () =>
      app.ask("event/saveConfig", { body: { eventId: event.id, config }, token });
    expect(await doorAfter(saveConfig({ dateFormat: "DD/MM/YYYY HH:mm" }))).toMatchObject({
      event: { dateFormat: "DD/MM/YYYY HH:mm" },
    });
    const validDays = ["2031-06-01"];
    expect(await doorAfter(saveTicket({ id: ticketId, validDays }))).toMatchObject({
      tickets: [{ validDays, isActive: true }],
    });
    const late = { eventId: event.id, title: "Late", price: 500, maxStock: 5 };
    const tickets = (await doorAfter(saveTicket(late)))!.tickets;
    expect(tickets).toMatchObject([{ ticketId }, { title: "Late", price: 500 }]);
    const lateId = tickets[1]!.ticketId;
    const ticketIds = [lateId, ticketId];
    const body = { eventId: event.id, ticketIds };
    expect((await doorAfter(() => app.ask("ticket/reorder", { body, token })))!.tickets).toMatchObject([
      { ticketId: lateId },
      { ticketId },
    ]);
    expect(await doorAfter(saveTicket({ id: lateId, isActive: false }))).toMatchObject({
      tickets: [{ ticketId: lateId, isActive: false }, { ticketId }],
    });
    const removed = await doorAfter(() =>
      app.ask("ticket/removeTicket", { body: { ticketId: lateId }, token }),
    );
    expect(removed!.tickets).toMatchObject([{ ticketId }]);
    expect(await doorAfter(save({ location: "Pier 8" }))).toBeNull();
    expect(await doorAfter(saveConfig({ holdMinutes: 9 }))).toBeNull();
    expect(await doorAfter(saveTicket({ id: ticketId, maxStock: 900 }))).toBeNull();
    const cursor = await upToDateCursor();
    await buildParty(app, ticketOnSale(), 1);
    expect((await getChanges(cursor)).door).toBeNull();
  });

  test("a cursor that is too old, from a restored database or malformed makes the device reload the copy", async () => {
    const { cursor } = await getCopy();
    const [transaction, at] = cursor.split(".");
    expect(await getChanges(`${Number(transaction) + 1_000_000}.${at}`)).toMatchObject({ reload: true });
    expect(await getChanges(`${transaction}.${Number(at) - 7 * 24 * 3_600_000}`)).toMatchObject({
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
      expect(await getChanges(text)).toMatchObject({ reload: true });
    expect(await getChanges(cursor)).toMatchObject({ reload: false });
  });

  test("changes older than seven days are deleted, and younger ones are not", async () => {
    const { db } = app.database;
    await buildParty(app, ticketOnSale(), 1);
    const count = async () => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from door_changes where event_id = ${event.id}`.execute(db);
      return rows[0]!.n;
    };
    const day = 24 * 3_600_000;
    const countBefore = await count();
    await pruneChanges(db, new Date(Date.now() + 7 * day - 60_000));
    expect([countBefore > 0, await count()]).toEqual([true, countBefore]);
    await pruneChanges(db, new Date(Date.now() + 7 * day + 60_000));
    expect(await count()).toBe(0);
  });
});

describe("two transactions, of which the older one commits last", () => {
  /** Returns 1 for each of two people whose new name was in a reply, and 0 otherwise. */
  async function changedAttendees(transactionNow: OldestTransaction): Promise<number[]> {
    const { db } = app.database;
    const [mia, leo] = await buildParty(app, ticketOnSale(), 2);
    const rename = (tx: Tx, attendeeId: number) =>
      tx.updateTable("attendees").set({ last_name: "Renamed" }).where("id", "=", attendeeId).execute();
    const start = await newCursor(db, app.time.now);
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

  test("the changes contain both of two overlapping transactions", async () => {
    expect(await changedAttendees(oldestRunning)).toEqual([1, 1]);
  });

  test("control: a cursor after the newest visible transaction misses the older one", async () => {
    const newestSeen: OldestTransaction = async (db) => {
      const { rows } = await sql<{
        xid: string;
      }>`select (max(xid::text::bigint) + 1)::text as xid from door_changes`.execute(db);
      return rows[0]!.xid;
    };
    expect(await changedAttendees(newestSeen)).toEqual([0, 1]);
  });
});
