import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN } from "../../../../contract/rules/roles.ts";
import { auditDoor } from "../../../door/auditDoor.ts";
import { eventById } from "../../../events/rows.ts";
import { auditCounters } from "../../../holds/auditCounters.ts";
import { auditFigures } from "../../../stats/auditFigures.ts";
import type { TestApp } from "../../../testing/app.ts";
import { buildEvent, buildQuestion, buildTicket, buildUser } from "../../../testing/builders.ts";
import { placeTestOrder } from "../../../testing/buying.ts";
import { openStaffApp } from "../../../testing/staffApp.ts";
import { openSession } from "../../../testing/tokens.ts";
import { type CorrectGuards, correctGuards, storedRegistrations } from "../correctPeople.ts";
import { type ImportInput, importPeople } from "../importPeople.ts";
import { lockImports } from "../importRows.ts";

let app: TestApp;
let token: string;
let clubId: number;
beforeAll(async () => {
  ({ app, clubId, token } = await openStaffApp());
});
afterAll(() => app.close());

async function openEvent() {
  const { db } = app.database;
  const start = new Date(app.time.now.getTime() + 3_600_000);
  const event = await buildEvent(db, { clubId, start });
  const ticket = await buildTicket(db, event.id, { price: 0, title: "Standard", maxStock: 20 });
  await buildQuestion(db, event.id, { text: "Meal" });
  return { eventId: event.id, ticketId: ticket.id };
}

const headings = ["Order", "Name", "E-mail", "Phone", "Meal", "Table", "Checked in"];
const ada = ["A1", "Ada Lovelac", "ada@example.org", "", "Fish", "4", ""];
const guest = ["A1", "Gus Guest", "", "", "", "4", ""];
const ben = ["", "Ben Baker", "ben@example.org", "+44 20 7946 0018", "", "", ""];
const cem = ["", "Cem Can", "", "", "", "", ""];
const first = [headings, ada, guest, ben, cem];

const importRows = async (eventId: number, rows: string[][], more: object = {}) =>
  (await app.ask("registration/bulkImportAttendee", { body: { eventId, rows, ...more }, token })).payload;
const update = (eventId: number, rows: string[][], more: object = {}) =>
  importRows(eventId, rows, { update: true, ...more });
const peopleIn = async (eventId: number) =>
  (
    await app.ask("registration/getAttendees", {
      query: { eventId, itemsPerPage: -1, sortBy: "registration", registrationState: "all" },
      token,
    })
  ).payload.items;
const namesIn = async (eventId: number) =>
  (await peopleIn(eventId)).map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
async function expectNoDifference() {
  const { db } = app.database;
  expect([await auditDoor(db), await auditCounters(db), await auditFigures(db)]).toEqual([[], [], []]);
}

describe("a file that is imported again to correct", () => {
  test("a person with another ticket in the file is refused, and guests without names whose rows are swapped are not", async () => {
    const { eventId } = await openEvent();
    await buildTicket(app.database.db, eventId, { price: 0, title: "Child", maxStock: 20 });
    const rows = (...people: string[][]) => [["Order", "Name", "E-mail", "Ticket"], ...people];
    const eve = (ticket: string) => ["", "Eve Young", "eve@example.org", ticket];
    const party = ["A9", "Ada Lovelace", "ada@example.org", "Standard"];
    const unnamed = (ticket: string) => ["A9", "", "", ticket];
    await importRows(eventId, rows(eve("Standard"), party, unnamed("Child"), unnamed("Standard")));

    const refused = await update(eventId, rows(eve("Child"), party, unnamed("Standard"), unnamed("Child")));
    expect(refused.skipped).toEqual([{ row: 2, reason: "has another ticket here than in the file" }]);
    expect(refused).toMatchObject({ insertCount: 0, updateCount: 0 });
  });

  test("an empty last name deletes none, and a guest with another first name has the names of the file", async () => {
    const { eventId } = await openEvent();
    const rows = (...people: string[][]) => [["Order", "First name", "Last name", "E-mail"], ...people];
    await importRows(
      eventId,
      rows(["A1", "Ada", "Lind", "ada@example.org"], ["B2", "Ben", "Baker", "b@example.org"]),
    );
    const reply = await update(
      eventId,
      rows(["A1", "ADA", "", "ada@example.org"], ["B2", "Benjamin", "", "b@example.org"]),
    );
    expect(reply.updateCount).toBe(2);
    expect(await namesIn(eventId)).toEqual(["ADA Lind", "Benjamin"]);
  });

  test("names, phones, answers, fields and check-ins are corrected after a preview, and nothing else is", async () => {
    const { eventId } = await openEvent();
    const { importId } = await importRows(eventId, first);
    const before = await peopleIn(eventId);
    const rows = [
      headings,
      ["A1", "Ada Lovelace", "other@example.org", "+44 20 7946 0000", "Soup", "", "yes"],
      guest,
      ["", "Ben Baker", "ben@example.org", "", "Rice", "7", ""],
      cem,
      ["", "Dee Dahl", "dee@example.org", "", "", "", ""],
    ];
    const { cursor } = (await app.ask("door/getCopy", { query: { eventId }, token })).payload;
    const preview = await update(eventId, rows, { dryRun: true });
    expect(preview).toMatchObject({
      insertCount: 0,
      updateCount: 0,
      update: { changed: 2, unchanged: 2, kept: 0 },
      registrationCount: 1,
      skipped: [],
    });
    expect(await peopleIn(eventId)).toEqual(before);

    const reply = await update(eventId, rows);
    expect(reply).toMatchObject({ insertCount: 1, updateCount: 2, skipped: [] });
    expect(reply.importId).toBeGreaterThan(importId!);
    const after = await peopleIn(eventId);
    expect(after.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
      "Ada Lovelace",
      "Gus Guest",
      "Ben Baker",
      "Cem Can",
      "Dee Dahl",
    ]);
    const [newAda, newGuest, newBen, newCem] = after;
    // An empty cell deletes nothing, and a file without codes corrects no address.
    expect(newAda).toMatchObject({
      id: before[0]!.id,
      email: "ada@example.org",
      phone: "+44 20 7946 0000",
      additionalFields: { Table: "4" },
      qrUuid: before[0]!.qrUuid,
      importId,
    });
    expect(newAda!.answers.map(({ answer }) => answer)).toEqual(["Soup"]);
    expect(newAda!.checkinTime).not.toBeNull();
    expect(newBen).toMatchObject({ phone: "+44 20 7946 0018", additionalFields: { Table: "7" } });
    expect(newBen!.answers.map(({ answer }) => answer)).toEqual(["Rice"]);
    expect([newGuest, newCem]).toEqual([before[1], before[3]]);
    const changes = await app.ask("door/getChanges", { query: { eventId, cursor }, token });
    expect(changes.payload.attendees.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual(
      expect.arrayContaining(["Ada Lovelace", "Ben Baker"]),
    );
    const history = await app.ask("order/getHistory", { query: { orderId: newAda!.orderId! }, token });
    expect(history.payload.history.map(({ action }) => action)).toContain("registration.importCorrected");
    await expectNoDifference();
  });

  test("the doors are told that guests without a name have a buyer with a corrected name", async () => {
    const { eventId } = await openEvent();
    const unnamed = ["A1", "", "", "", "", "4", ""];
    await importRows(eventId, [headings, ada, unnamed]);
    const { cursor } = (await app.ask("door/getCopy", { query: { eventId }, token })).payload;
    await update(eventId, [headings, ["A1", "Ada Lovelace", ...ada.slice(2)], unnamed]);
    const { payload } = await app.ask("door/getChanges", { query: { eventId, cursor }, token });
    expect(payload.attendees.map(({ firstName }) => firstName).sort()).toEqual([
      "Ada",
      "Guest of Ada Lovelace",
    ]);
  });

  test("a buyer who does not attend is corrected, and an empty cell keeps the buyer", async () => {
    const { eventId } = await openEvent();
    const rows = (column: string, buyer: string, name = "Gus Guest") => [
      ["Order", "Name", "E-mail", column],
      ["A1", name, "ada@example.org", buyer],
      ["A1", "", "", buyer],
    ];
    await importRows(eventId, rows("Bought by", "Ada Lovelac"));
    const buyersAfter = async (file: string[][], changed: number) => {
      expect((await update(eventId, file)).update).toMatchObject({ changed });
      const orders = await app.ask("order/getOrders", { query: { eventId }, token });
      return orders.payload.items.map(({ buyer }) => buyer.name);
    };
    expect(await buyersAfter(rows("Bought by", "Ada Lovelac"), 0)).toEqual(["Ada Lovelac"]);
    expect(await buyersAfter(rows("Bought by", "Ada Lovelace"), 2)).toEqual(["Ada Lovelace"]);
    expect(await namesIn(eventId)).toEqual(["Gus Guest", "Guest 2 of Ada Lovelace"]);
    expect(await buyersAfter(rows("Bought by", ""), 0)).toEqual(["Ada Lovelace"]);
    expect(await buyersAfter(rows("Buyer", "Ada King"), 2)).toEqual(["Ada King"]);
    expect(await buyersAfter(rows("Buyer", "Ada King", "Ada King"), 2)).toEqual(["Ada King"]);
    expect(await namesIn(eventId)).toEqual(["Ada King", "Guest of Ada King"]);
    await expectNoDifference();
  });

  test("a second import of the same file changes nobody, and gets no import id", async () => {
    const { eventId } = await openEvent();
    await importRows(eventId, first);
    const before = await peopleIn(eventId);
    const again = await update(eventId, first);
    expect(again).toMatchObject({
      insertCount: 0,
      updateCount: 0,
      importId: null,
      update: { changed: 0, unchanged: 4, kept: 0 },
      skipped: [],
    });
    expect(await peopleIn(eventId)).toEqual(before);
    const corrected = first.map((row) => (row === ben ? ["", "Ben Bakker", ...ben.slice(2)] : row));
    expect(await update(eventId, corrected)).toMatchObject({
      insertCount: 0,
      updateCount: 1,
      importId: null,
    });
    expect(await update(eventId, corrected)).toMatchObject({ updateCount: 0, update: { changed: 0 } });
    expect(await namesIn(eventId)).toEqual(["Ada Lovelac", "Gus Guest", "Ben Bakker", "Cem Can"]);
    const imports = await app.ask("import/getByEventId", { query: { eventId }, token });
    expect(imports.payload).toHaveLength(1);
    expect(imports.payload[0]!.refusal).toBe("1 of its people was changed since.");
    await expectNoDifference();
  });

  test("a registration that was changed in Foyer since its import is not corrected, and an undone check-in stays undone", async () => {
    const { eventId } = await openEvent();
    const withArrival = first.map((row) => (row === cem ? [...cem.slice(0, 6), "yes"] : row));
    await importRows(eventId, withArrival);
    const [, , stored, arrived] = await peopleIn(eventId);
    await app.ask("registration/updateAttendee", {
      body: { eventId, attendeeId: stored!.attendeeId, firstName: "Benjamin" },
      token,
    });
    const { attendeeId, registrationId } = arrived!;
    await app.ask("checkin/delete", { body: { attendeeId, registrationId, eventId }, token });
    const rows = withArrival.map((row) => (row === ben ? ["", "Ben Bakker", ...ben.slice(2)] : row));
    const reply = await update(eventId, rows);
    expect(reply).toMatchObject({ updateCount: 0, update: { changed: 0, unchanged: 3, kept: 1 } });
    expect(await namesIn(eventId)).toContain("Benjamin Baker");
    expect((await peopleIn(eventId))[3]!.checkinTime).toBeNull();
    await expectNoDifference();
  });

  test("a person who bought in Foyer is not corrected, nor is a registration whose number of people differs in the file", async () => {
    const { eventId, ticketId } = await openEvent();
    await placeTestOrder(app, eventId, ticketId, 1, "buyer@example.org");
    await importRows(eventId, first);
    const before = await peopleIn(eventId);
    const rows = [
      ...first.map((row) => (row === ben ? ["", "Ben Bakker", ...ben.slice(2)] : row)),
      ["A1", "One More", "", "", "", "", ""],
      ["", "Another Name", "buyer@example.org", "", "", "", ""],
    ];
    const refused = await update(eventId, rows);
    expect(refused.skipped).toEqual([
      { row: 2, reason: "is registered with 2 people here, and is 3 in the file" },
      { row: 3, reason: "is registered with 2 people here, and is 3 in the file" },
      { row: 6, reason: "is registered with 2 people here, and is 3 in the file" },
      { row: 7, reason: "buyer@example.org is registered for this event already" },
    ]);
    expect(refused).toMatchObject({ insertCount: 0, updateCount: 0, importId: null });
    expect(refused.problems.map(({ isKnown }) => isKnown)).toEqual([undefined, true]);
    expect(await peopleIn(eventId)).toEqual(before);
    const good = await update(eventId, rows, { goodRowsOnly: true });
    expect(good).toMatchObject({ insertCount: 0, updateCount: 1, skippedCount: 4 });
    expect(await namesIn(eventId)).toContain("Ben Bakker");
    await expectNoDifference();
  });

  test("another order number at the address of a stored order corrects nothing, and one at an address without a number does", async () => {
    const { eventId } = await openEvent();
    const rows = (number: string, name: string, email: string) => [
      ["Order", "Name", "E-mail"],
      [number, name, email],
    ];
    await importRows(eventId, rows("A1", "Ada Lovelace", "ada@example.org"));
    await importRows(eventId, rows("", "Ben Baker", "ben@example.org"));
    const before = await peopleIn(eventId);
    const other = await update(eventId, rows("A2", "Gus Guest", "ada@example.org"));
    expect(other).toMatchObject({ insertCount: 0, updateCount: 0, importId: null });
    expect(other.skipped).toEqual([
      { row: 2, reason: "ada@example.org is registered for this event already" },
    ]);
    expect(await peopleIn(eventId)).toEqual(before);

    const withNumber = await update(eventId, rows("B2", "Ben Barker", "ben@example.org"));
    expect(withNumber).toMatchObject({ insertCount: 0, updateCount: 1, skipped: [] });
    const withoutNumber = await update(eventId, rows("", "Ada Byron", "ada@example.org"));
    expect(withoutNumber).toMatchObject({ insertCount: 0, updateCount: 1, skipped: [] });
    expect(await namesIn(eventId)).toEqual(["Ada Byron", "Ben Barker"]);
    await expectNoDifference();
  });

  test("a question that the import makes gets the answers of people who are registered already", async () => {
    const { eventId } = await openEvent();
    await importRows(eventId, first);
    const columns = [{ heading: "Table", meaning: "answer", makeQuestion: true }];
    const reply = await update(eventId, first, { columns });
    expect(reply).toMatchObject({ updateCount: 2, update: { changed: 2, unchanged: 2 } });
    const answers = (await peopleIn(eventId)).map((one) => one.answers.map(({ text }) => text));
    expect(answers).toEqual([["Meal", "Table"], ["Table"], [], []]);
    expect((await update(eventId, first)).update.changed).toBe(0);
  });
});

describe("a file that is imported again with codes", () => {
  const coded = (...people: string[][]) => [["Name", "E-mail", "Ticket code"], ...people];
  const stored = async (eventId: number) =>
    (await peopleIn(eventId)).map(({ firstName, email, qrUuid }) => ({ firstName, email, qrUuid }));

  test("a person is found by the code alone, and gets the new address after a preview", async () => {
    const { eventId } = await openEvent();
    await importRows(
      eventId,
      coded(["Ada", "ada@exmaple.org", "code-a"], ["Ben", "ben@example.org", "code-b"]),
    );
    const before = await stored(eventId);
    const accessKeys = () =>
      app.database.db
        .selectFrom("registrations")
        .select("access_key")
        .where("event_id", "=", eventId)
        .orderBy("id")
        .execute();
    const keysBefore = await accessKeys();
    const rows = coded(["Ada L", "ada@example.org", "code-a"], ["Ben", "", "code-b"]);
    const preview = await update(eventId, rows, { dryRun: true });
    expect(preview).toMatchObject({
      skipped: [],
      update: { changed: 1, newAddresses: 1, unchanged: 1, kept: 0 },
      registrationCount: 0,
    });
    expect(await stored(eventId)).toEqual(before);

    expect(await update(eventId, rows)).toMatchObject({ insertCount: 0, updateCount: 1, importId: null });
    expect(await stored(eventId)).toEqual([{ ...before[0], email: "ada@example.org" }, before[1]]);
    // The links that were mailed to the wrong address stop working; those of other people do not.
    const keysAfter = await accessKeys();
    expect(keysAfter[0]).not.toEqual(keysBefore[0]);
    expect(keysAfter[1]).toEqual(keysBefore[1]);
    const [ada] = await peopleIn(eventId);
    const history = await app.ask("order/getHistory", { query: { orderId: ada!.orderId! }, token });
    expect(history.payload.history).toContainEqual(
      expect.objectContaining({
        action: "registration.importCorrected",
        from: "ada@exmaple.org",
        to: "ada@example.org",
      }),
    );
    expect((await update(eventId, rows)).update).toEqual({
      changed: 0,
      newAddresses: 0,
      unchanged: 2,
      kept: 0,
    });
    await expectNoDifference();
  });

  test("guests of one address who have own addresses in the new file stay in their registration", async () => {
    const { eventId } = await openEvent();
    const guests = (own: string, name: string) =>
      coded(
        ["Gus", own, "code-g"],
        [name, "ada@example.org", "code-a"],
        ["Eve", "ada@example.org", "code-e"],
      );
    const [gus, ...others] = guests("ada@example.org", "Ada").slice(1);
    await importRows(eventId, coded(...others, gus!));
    const rows = guests("gus@example.org", "Ida");
    expect((await update(eventId, rows, { dryRun: true })).update).toMatchObject({
      changed: 2,
      newAddresses: 1,
      unchanged: 1,
    });
    expect(await update(eventId, rows)).toMatchObject({ insertCount: 0, updateCount: 2, skipped: [] });
    expect(
      (await peopleIn(eventId)).map(({ firstName, email, isPrimary }) => [firstName, email, isPrimary]),
    ).toEqual([
      ["Ida", "ada@example.org", true],
      ["Eve", null, false],
      ["Gus", "gus@example.org", false],
    ]);
    expect((await update(eventId, rows)).update).toMatchObject({ changed: 0, unchanged: 3 });
    await expectNoDifference();
  });

  test("a person with a code who was changed in Foyer since the import is not corrected", async () => {
    const { eventId } = await openEvent();
    await importRows(eventId, coded(["Ada", "ada@example.org", "code-a"]));
    const [ada] = await peopleIn(eventId);
    await app.ask("order/changeBuyer", {
      body: { orderId: ada!.orderId!, email: "right@example.org" },
      token,
    });
    const changed = await stored(eventId);
    expect(changed[0]!.email).toBe("right@example.org");
    const rows = coded(["Ida", "other@example.org", "code-a"]);
    expect((await update(eventId, rows)).update).toEqual({
      changed: 0,
      newAddresses: 0,
      unchanged: 0,
      kept: 1,
    });
    expect(await stored(eventId)).toEqual(changed);
    await expectNoDifference();
  });

  test("a code of another event or club, or with the order number of another registration, corrects nobody", async () => {
    const { eventId } = await openEvent();
    const { eventId: otherId } = await openEvent();
    const { db } = app.database;
    const foreign = await buildEvent(db);
    await buildTicket(db, foreign.id, { price: 0, title: "Standard", maxStock: 20 });
    const foreignToken = await openSession(db, (await buildUser(db, ADMIN, foreign.clubId)).id, app.time.now);
    await app.ask("registration/bulkImportAttendee", {
      body: { eventId: foreign.id, rows: coded(["Cem", "cem@example.org", "code-c"]) },
      token: foreignToken,
    });
    await importRows(otherId, coded(["Ada", "ada@example.org", "code-a"]));
    const untouched = await stored(otherId);
    // This event does not have these codes, so both people are new.
    const strangers = coded(["Eve", "eve@example.org", "code-a"], ["Dee", "dee@example.org", "code-c"]);
    expect(await update(eventId, strangers)).toMatchObject({ insertCount: 2, updateCount: 0 });
    expect(await stored(otherId)).toEqual(untouched);
    const { payload } = await app.ask("registration/getAttendees", {
      query: { eventId: foreign.id },
      token: foreignToken,
    });
    expect(payload.items).toMatchObject([{ firstName: "Cem", email: "cem@example.org" }]);
    expect(
      (
        await app.ask("registration/bulkImportAttendee", {
          body: { eventId: foreign.id, rows: coded(["Eve", "eve@example.org", "code-c"]), update: true },
          token,
        })
      ).status,
    ).not.toBe(200);

    await importRows(eventId, [
      ["Order", "Name", "E-mail", "Ticket code"],
      ["A1", "Ada", "ada@example.org", "code-1"],
      ["A2", "Ben", "ben@example.org", "code-2"],
    ]);
    const before = await stored(eventId);
    const swapped = [
      ["Order", "Name", "E-mail", "Ticket code"],
      ["A1", "Eve", "eve@example.org", "code-2"],
    ];
    expect(await update(eventId, swapped)).toMatchObject({
      insertCount: 0,
      updateCount: 0,
      skipped: [{ row: 2, reason: "order A1 is registered for this event already" }],
    });
    expect(await stored(eventId)).toEqual(before);
    await expectNoDifference();
  });
});

describe("a guest who gives another name while a file corrects it", () => {
  /** The guest saves a name after the import has read the stored name. */
  async function race(lock: CorrectGuards["lock"], isAwaited: boolean): Promise<string> {
    const { db } = app.database;
    const { eventId } = await openEvent();
    await importRows(eventId, [headings, ben]);
    const [stored] = await peopleIn(eventId);
    const { attendeeId, qrUuid } = stored!;
    const save = () =>
      app.ask("registration/saveGuest", {
        body: { attendeeId, qrUuid, firstName: "Benjamin", lastName: "Baker" },
      });
    let saved: Promise<unknown> = Promise.resolve();
    const input: ImportInput = {
      event: (await eventById(db, eventId))!,
      ticketId: null,
      columns: [],
      states: {},
      ticketUses: {},
      answers: [],
      rows: (async function* () {
        yield [headings, ["", "Ben Bakker", ...ben.slice(2)]];
      })(),
      sheets: { names: [], chosen: null },
      fileName: null,
      dryRun: false,
      goodRowsOnly: false,
      everybodyWaits: false,
      isUpdate: true,
      idempotency: null,
      actor: "user:1",
      now: app.time.now,
    };
    const read: CorrectGuards["read"] = async (tx, ids) => {
      const rows = await storedRegistrations(tx, ids);
      saved = save();
      if (isAwaited) await saved;
      return rows;
    };
    await importPeople(db, input, { lockImports, correct: { lock, read } });
    await saved;
    return (await namesIn(eventId))[0]!;
  }

  test("the name that the guest gives during the import stays", async () => {
    expect(await race(correctGuards.lock, false)).toBe("Benjamin Baker");
  });

  test("control: without the lock the file overwrites the name that the guest gave", async () => {
    expect(await race(async () => {}, true)).toBe("Ben Bakker");
  });
});
