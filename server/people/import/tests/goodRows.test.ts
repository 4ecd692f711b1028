import { afterAll, beforeAll, expect, test } from "vitest";
import { NOT_IMPORTED_HEADING } from "../../../../contract/rules/otherRows.ts";
import { auditCounters } from "../../../holds/auditCounters.ts";
import { auditFigures } from "../../../stats/auditFigures.ts";
import type { TestApp } from "../../../testing/app.ts";
import { buildEvent, buildTicket } from "../../../testing/builders.ts";
import { openStaffApp } from "../../../testing/staffApp.ts";

let app: TestApp;
let token: string;
let clubId: number;
beforeAll(async () => {
  ({ app, clubId, token } = await openStaffApp());
});
afterAll(() => app.close());

async function openEvent(maxStock = 100): Promise<number> {
  const event = await buildEvent(app.database.db, { clubId });
  await buildTicket(app.database.db, event.id, { price: 0, title: "Standard", maxStock });
  return event.id;
}
const importRows = (eventId: number, rows: string[][], more: object = {}) =>
  app.ask("registration/bulkImportAttendee", {
    body: { eventId, rows: [["Name", "E-mail", "Status"], ...rows], goodRowsOnly: true, ...more },
    token,
  });
const emailsOf = async (eventId: number) =>
  (
    await app.ask("registration/getAttendees", { query: { eventId, sortBy: "registration" }, token })
  ).payload.items.map(({ email }) => email);
const expectRightCounters = async () =>
  expect([await auditCounters(app.database.db), await auditFigures(app.database.db)]).toEqual([[], []]);

test("the good rows are registered, and each row with a problem is returned with its cells and its reason", async () => {
  const eventId = await openEvent();
  await importRows(eventId, [["Known", "known@example.org", "paid"]]);
  const { payload } = await importRows(eventId, [
    ["Ada", "ada@example.org", "paid"],
    ["", "nameless@example.org", "paid"],
    ["Known", "known@example.org", "paid"],
    ["ada", "ADA@example.org", "paid"],
    ["Gone", "gone@example.org", "canceled"],
    ["Odd", "odd@example.org", "VIP"],
    ["Ben", "ben@example.org", "paid"],
  ]);
  expect(payload).toMatchObject({
    insertCount: 2,
    skippedCount: 4,
    leftOut: [{ text: "canceled", count: 1 }],
  });
  expect(payload.skipped).toEqual([
    { row: 3, reason: "has no name", cells: ["", "nameless@example.org", "paid"] },
    {
      row: 4,
      reason: "known@example.org is registered for this event already",
      cells: ["Known", "known@example.org", "paid"],
    },
    { row: 5, reason: "is the same person as row 2", cells: ["ada", "ADA@example.org", "paid"] },
    {
      row: 7,
      reason: "has the state “VIP”, which may mean a ticket or none: decide whether to import it",
      cells: ["Odd", "odd@example.org", "VIP"],
    },
  ]);
  expect(await emailsOf(eventId)).toEqual(["known@example.org", "ada@example.org", "ben@example.org"]);
  const { payload: imports } = await app.ask("import/getByEventId", { query: { eventId }, token });
  expect(imports[0]).toMatchObject({ id: payload.importId, people: 2, leftOut: 5 });
  await expectRightCounters();
});

test("the file of the refused rows is imported after its correction, without the column of reasons", async () => {
  const eventId = await openEvent();
  const rows = [
    ["Name", "E-mail", NOT_IMPORTED_HEADING],
    ["Ada", "ada@example.org", "has no name"],
  ];
  const { payload } = await app.ask("registration/bulkImportAttendee", { body: { eventId, rows }, token });
  expect(payload).toMatchObject({
    insertCount: 1,
    additionalColumns: [],
    columns: [{ meaning: "name" }, { meaning: "email" }, { meaning: "leaveOut" }],
  });
});

test("only the good rows need places", async () => {
  const eventId = await openEvent(2);
  const rows = [
    ["Ada", "ada@example.org", "paid"],
    ["Ben", "ben@example.org", "paid"],
    ["", "nameless@example.org", "paid"],
  ];
  const tooMany = await importRows(eventId, [...rows, ["Cem", "cem@example.org", "paid"]]);
  expect(tooMany).toMatchObject({ status: 409, code: "notEnoughLeft" });
  const previewOfTooMany = await importRows(eventId, [...rows, ["Cem", "cem@example.org", "paid"]], {
    dryRun: true,
  });
  expect(previewOfTooMany).toMatchObject({ status: 409, code: "notEnoughLeft" });
  expect(await emailsOf(eventId)).toEqual([]);
  expect((await importRows(eventId, rows, { dryRun: true })).payload).toMatchObject({
    insertCount: 0,
    skippedCount: 1,
  });
  expect((await importRows(eventId, rows)).payload.insertCount).toBe(2);
  // Both people are registered already, so no places are needed.
  const again = await importRows(eventId, rows);
  expect(again.payload).toMatchObject({ insertCount: 0, importId: null, skippedCount: 3 });
  await expectRightCounters();
});

test("with more than 1,000 wrong rows nobody is registered", async () => {
  const eventId = await openEvent();
  const wrong = (count: number) => Array.from({ length: count }, (_, n) => ["", `g${n}@example.org`, "paid"]);
  const good = ["Ada", "ada@example.org", "paid"];
  expect((await importRows(eventId, [good, ...wrong(1001)])).payload).toMatchObject({
    insertCount: 0,
    importId: null,
    skippedCount: 1001,
  });
  expect(await emailsOf(eventId)).toEqual([]);
  const { payload } = await importRows(eventId, [...wrong(1000), good]);
  expect([payload.insertCount, payload.skipped.length]).toEqual([1, 1000]);
  expect(payload.skipped.every(({ cells }) => cells?.length === 3)).toBe(true);
});

test("without goodRowsOnly, a wrong row stops the whole import, and no cells are returned", async () => {
  const eventId = await openEvent();
  const rows = [
    ["Ada", "ada@example.org", "paid"],
    ["", "nameless@example.org", "paid"],
  ];
  const { payload } = await importRows(eventId, rows, { goodRowsOnly: false });
  expect(payload).toMatchObject({ insertCount: 0, importId: null });
  expect(payload.skipped).toEqual([{ row: 3, reason: "has no name" }]);
  expect(await emailsOf(eventId)).toEqual([]);
});
