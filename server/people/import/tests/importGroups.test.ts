import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ColumnChoice } from "../../../../contract/shapes/people.ts";
import { auditCounters } from "../../../holds/auditCounters.ts";
import { readSheet } from "../../../spreadsheets/readSheet.ts";
import { auditFigures } from "../../../stats/auditFigures.ts";
import type { TestApp } from "../../../testing/app.ts";
import { buildEvent, buildQuestion, buildTicket } from "../../../testing/builders.ts";
import { openStaffApp } from "../../../testing/staffApp.ts";

let app: TestApp;
let token: string;
let clubId: number;
beforeAll(async () => {
  ({ app, clubId, token } = await openStaffApp());
});
afterAll(() => app.close());

async function openEvent(...titles: string[]): Promise<number> {
  const event = await buildEvent(app.database.db, { clubId });
  for (const title of titles)
    await buildTicket(app.database.db, event.id, { price: 0, title, maxStock: 200 });
  return event.id;
}
type ImportBody = { columns?: ColumnChoice[]; goodRowsOnly?: boolean; dryRun?: boolean; update?: boolean };
const importRows = async (eventId: number, rows: string[][], body: ImportBody = {}) =>
  (await app.ask("registration/bulkImportAttendee", { body: { eventId, rows, ...body }, token })).payload;
const attendeesOf = async (eventId: number, filters: object = {}) =>
  (
    await app.ask("registration/getAttendees", {
      query: { eventId, itemsPerPage: -1, sortBy: "registration", ...filters },
      token,
    })
  ).payload.items;
async function namesByRegistration(eventId: number): Promise<string[][]> {
  const byRegistration = Map.groupBy(await attendeesOf(eventId), ({ registrationId }) => registrationId);
  return [...byRegistration.values()].map((people) =>
    people.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()),
  );
}
const expectRightCounters = async () =>
  expect([await auditCounters(app.database.db), await auditFigures(app.database.db)]).toEqual([[], []]);

describe("rows that belong together", () => {
  test("rows of one group are one registration of its buyer, wherever they are in the file", async () => {
    const eventId = await openEvent("Adult", "Child");
    const payload = await importRows(eventId, [
      ["Order", "Name", "E-mail", "Buyer e-mail", "Buyer name", "Ticket", "Table"],
      ["A1", "Ada Lovelace", "", "mia@example.org", "Mia Lind", "Adult", "4"],
      ["B2", "Ben Baker", "ben@example.org", "", "", "Adult", ""],
      ["A1", "Cem Can", "cem@example.org", "mia@example.org", "Mia Lind", "Child", "5"],
      ["A1", "", "MIA@example.org", "mia@example.org", "Mia Lind", "Child", "4"],
    ]);
    expect(payload).toMatchObject({ insertCount: 4, registrationCount: 2, noEmailCount: 0, skipped: [] });
    const people = await attendeesOf(eventId);
    expect(
      people.map(({ firstName, email, registrationEmail, isPrimary, missing }) => [
        firstName,
        email,
        registrationEmail,
        isPrimary,
        missing,
      ]),
    ).toEqual([
      ["Ada", "mia@example.org", "mia@example.org", true, []],
      ["Cem", "cem@example.org", "mia@example.org", false, []],
      // As after a purchase, the buyer's address is not stored as the guest's own.
      ["Guest 3 of Mia Lind", null, "mia@example.org", false, ["name"]],
      ["Ben", "ben@example.org", "ben@example.org", true, []],
    ]);
    expect(people[0]!.additionalFields).toEqual({ Table: "4; 5" });
    const orders = await app.ask("order/getOrders", { query: { eventId }, token });
    expect(orders.payload.items.map(({ buyer }) => buyer.name).sort()).toEqual(["Ben Baker", "Mia Lind"]);
    const { rows: items } = await sql<{ titles: string }>`
      select string_agg(i.quantity || ' × ' || i.title, ', ' order by i.title) as titles
      from orders o join order_items i on i.order_id = o.id where o.event_id = ${eventId}
      group by o.id order by 1`.execute(app.database.db);
    expect(items).toEqual([{ titles: "1 × Adult" }, { titles: "1 × Adult, 2 × Child" }]);
    expect(
      (await attendeesOf(eventId, { searchKeyword: "mia lind" })).map(({ firstName }) => firstName),
    ).toEqual(["Guest 3 of Mia Lind"]);
    await expectRightCounters();
  });

  test("a file with Foyer's own column “Bought by” keeps a buyer who does not attend", async () => {
    const eventId = await openEvent("Adult");
    await importRows(eventId, [
      ["Order", "Name", "E-mail", "Ticket", "Bought by"],
      ["A1", "Grace Hopper", "ada@example.org", "Adult", "Ada Lovelace"],
      ["A1", "", "", "Adult", "Ada Lovelace"],
    ]);
    const [people] = await namesByRegistration(eventId);
    expect(people).toEqual(["Grace Hopper", "Guest 2 of Ada Lovelace"]);
    const orders = await app.ask("order/getOrders", { query: { eventId }, token });
    expect(orders.payload.items).toMatchObject([
      { buyer: { name: "Ada Lovelace", email: "ada@example.org" } },
    ]);
  });

  test("a buyer's name of more than 200 characters is cut, from both columns that may have it", async () => {
    const eventId = await openEvent("Adult");
    const reply = await importRows(eventId, [
      ["Order", "Name", "E-mail", "Buyer", "Bought by"],
      ["A1", "Grace Hopper", "grace@example.org", "a".repeat(201), ""],
      ["A2", "Cem Can", "cem@example.org", "", "b".repeat(201)],
    ]);
    expect(reply.skipped).toEqual([]);
    const orders = await app.ask("order/getOrders", { query: { eventId }, token });
    expect(orders.payload.items.map(({ buyer }) => buyer.name).sort()).toEqual([
      "a".repeat(200),
      "b".repeat(200),
    ]);
  });

  test("without a group, people with the same address are one registration, and the same person twice is an error", async () => {
    const eventId = await openEvent("Standard");
    const rows = [
      ["Name", "E-mail"],
      ["Ada Lind", "lind@example.org"],
      ["Ben", "ben@example.org"],
      ["Mia Lind", "LIND@example.org"],
      ["ada LIND", "lind@example.org"],
      ["Nobody", ""],
      ["nobody", ""],
    ];
    const refused = await importRows(eventId, rows);
    expect([refused.insertCount, refused.skipped]).toEqual([
      0,
      [
        { row: 5, reason: "is the same person as row 2" },
        { row: 7, reason: "is the same person as row 6" },
      ],
    ]);
    const payload = await importRows(eventId, rows, { goodRowsOnly: true });
    expect(payload).toMatchObject({ insertCount: 4, registrationCount: 3, noEmailCount: 1, skippedCount: 2 });
    expect(await namesByRegistration(eventId)).toEqual([["Ada Lind", "Mia Lind"], ["Ben"], ["Nobody"]]);
    await expectRightCounters();
  });

  test("an order may have two people with the same name", async () => {
    const eventId = await openEvent("Standard");
    await importRows(eventId, [
      ["Order ID", "Name", "E-mail"],
      ["1", "Ada", "ada@example.org"],
      ["1", "Ada", "ada@example.org"],
    ]);
    expect(await namesByRegistration(eventId)).toEqual([["Ada", "Ada"]]);
  });

  test("a row of several people registers one with the name, and the others without a name until later", async () => {
    const { id: eventId } = await buildEvent(app.database.db, { clubId });
    await buildTicket(app.database.db, eventId, { price: 0, title: "Standard", maxStock: 1001 });
    const rows = (quantity: string) => [
      ["Name", "E-mail", "Quantity"],
      ["Ada Lovelace", "ada@example.org", quantity],
      ["Ben", "ben@example.org", ""],
    ];
    for (const quantity of ["0", "1001", "1,000", "many", "1.5", "-2"])
      expect((await importRows(eventId, rows(quantity))).skipped).toEqual([
        { row: 2, reason: `“${quantity}” is not a number of people from 1 to 1,000` },
      ]);
    expect(await importRows(eventId, rows("1000"), { dryRun: true })).toMatchObject({
      skipped: [],
      places: [{ count: 1001 }],
    });
    const payload = await importRows(eventId, rows("3"));
    expect(payload).toMatchObject({ insertCount: 4, registrationCount: 2, places: [{ count: 4 }] });
    expect(await namesByRegistration(eventId)).toEqual([
      ["Ada Lovelace", "Guest 1 of Ada Lovelace", "Guest 2 of Ada Lovelace"],
      ["Ben"],
    ]);
    expect(await attendeesOf(eventId, { missing: "true" })).toHaveLength(2);
    await expectRightCounters();
  });

  test("a row that is left out by its state is no guest of its group", async () => {
    const eventId = await openEvent("Standard");
    await importRows(eventId, [
      ["Order", "Name", "E-mail", "Status"],
      ["A1", "Void", "", "canceled"],
      ["A1", "Ada", "ada@example.org", "paid"],
      ["A1", "Late", "late@example.org", "pending"],
    ]);
    expect(await namesByRegistration(eventId)).toEqual([["Ada"]]);
    expect((await attendeesOf(eventId))[0]).toMatchObject({
      isPrimary: true,
      registrationEmail: "ada@example.org",
    });
  });

  test("an order waits for the decision about the state of one of its rows, because it could not be added later", async () => {
    const eventId = await openEvent("Standard");
    const rows = (state: string) => [
      ["Order", "Name", "E-mail", "Status"],
      ["A1", "Ada", "ada@example.org", "paid"],
      ["A1", "Vic", "vic@example.org", state],
      ["B2", "Ben", "ben@example.org", "paid"],
    ];
    await importRows(eventId, rows("On hold"), { goodRowsOnly: true });
    expect(await namesByRegistration(eventId)).toEqual([["Ben"]]);
    await importRows(eventId, rows("paid"), { goodRowsOnly: true });
    expect(await namesByRegistration(eventId)).toEqual([["Ben"], ["Ada", "Vic"]]);
  });

  test("a registration with a wrong row is refused as a whole, because its other rows could not be imported later", async () => {
    const eventId = await openEvent("Standard");
    const rows = [
      ["Order", "Name", "E-mail", "Ticket"],
      ["A1", "Ada", "ada@example.org", "Standard"],
      ["B2", "Ben", "ben@example.org", "Standard"],
      ["A1", "Cem", "", "Balcony"],
    ];
    const reasons = [
      { row: 2, reason: "belongs to row 4, which has an error" },
      { row: 4, reason: "“Balcony” is not a ticket of this event" },
    ];
    const preview = await importRows(eventId, rows, { dryRun: true });
    expect(preview).toMatchObject({ registrationCount: 1, skipped: reasons, places: [{ count: 1 }] });
    const payload = await importRows(eventId, rows, { goodRowsOnly: true });
    expect(payload.skipped.map(({ cells: _cells, ...problem }) => problem)).toEqual(reasons);
    expect(payload.skipped[0]!.cells).toEqual(rows[1]);
    expect(await namesByRegistration(eventId)).toEqual([["Ben"]]);
    const corrected = payload.skipped.map(({ cells }) =>
      cells!.map((cell) => cell.replace("Balcony", "Standard")),
    );
    await importRows(eventId, [rows[0]!, ...corrected]);
    expect(await namesByRegistration(eventId)).toEqual([["Ben"], ["Ada", "Cem"]]);
    await expectRightCounters();
  });

  test("a row without a group needs a name, and a group without an order number needs a name or an address", async () => {
    const eventId = await openEvent("Standard");
    const headings = ["Group", "Name", "E-mail"];
    const payload = await importRows(eventId, [
      headings,
      ["", "", "ada@example.org"],
      ["A1", "", ""],
      ["A1", "", ""],
      ["B2", "", "ben@example.org"],
      ["B2", "", ""],
      ["C3", "", ""],
      ["C3", "Cem", ""],
    ]);
    const nobody = "has no name, and nobody of its group has a name or an e-mail address";
    expect(payload.skipped).toEqual([
      { row: 2, reason: "has no name" },
      { row: 3, reason: nobody },
      { row: 4, reason: nobody },
    ]);
    await importRows(eventId, [
      headings,
      ["B2", "", "ben@example.org"],
      ["B2", "", ""],
      ["C3", "", ""],
      ["C3", "Cem", ""],
    ]);
    expect(await namesByRegistration(eventId)).toEqual([
      ["Guest 1", "Guest 2"],
      ["Guest 1 of Cem", "Cem"],
    ]);
  });

  test("a registration of an import has at most 1,000 people, and a file 100,000", async () => {
    const eventId = await openEvent("Standard");
    const rows = (order: string, count: number) =>
      Array.from({ length: count }, (_, n) => [order, `Guest ${order}${n}`, "", "100"]);
    const headings = ["Order", "Name", "E-mail", "Quantity"];
    const { skipped } = await importRows(eventId, [headings, ...rows("A", 11)], { dryRun: true });
    expect(skipped.at(-1)).toEqual({
      row: 12,
      reason: "belongs to a registration of more than 1,000 people",
    });
    const many = Array.from({ length: 101 }, (_, n) => rows(`order ${n}`, 10)).flat();
    const body = { eventId, rows: [headings, ...many], dryRun: true };
    const refused = await app.ask("registration/bulkImportAttendee", { body, token });
    expect([refused.status, refused.msg]).toEqual([
      400,
      "The file has more than 100,000 people. Import it in parts.",
    ]);
  });

  test.each<[string, ImportBody]>([
    ["only registers", {}],
    ["leaves out wrong rows", { goodRowsOnly: true }],
    ["corrects", { update: true }],
  ])(
    "an import that %s registers two orders of one buyer that are 3,000 people apart in its file",
    async (_does, body) => {
      const { id: eventId } = await buildEvent(app.database.db, { clubId });
      await buildTicket(app.database.db, eventId, { price: 0, maxStock: 5000 });
      const headings = ["Order", "Name", "E-mail", "Quantity"];
      await importRows(eventId, [headings, ["A0", "Ben Baker", "ben@example.org", "1"]]);
      const rows = [
        headings,
        ["A1", "Ada Lovelace", "ada@example.org", "1"],
        ...Array.from({ length: 30 }, (_, nth) => [`B${nth}`, "Cem Can", `cem${nth}@example.org`, "100"]),
        ["A2", "Ada Byron", "ada@example.org", "1"],
      ];
      const preview = await importRows(eventId, rows, { ...body, dryRun: true });
      expect(preview).toMatchObject({ registrationCount: 32, skipped: [] });
      const reply = await importRows(eventId, rows, body);
      expect(reply).toMatchObject({ insertCount: 3002, updateCount: 0, skipped: [] });
      await expectRightCounters();
    },
  );

  test("only the first person of a registration answers for the buyer", async () => {
    const eventId = await openEvent("Standard");
    await buildQuestion(app.database.db, eventId, { text: "Invoice to", askedOf: "buyer" });
    await buildQuestion(app.database.db, eventId, { text: "Meal" });
    await importRows(eventId, [
      ["Order", "Name", "E-mail", "Invoice to", "Meal"],
      ["1", "Ada", "ada@example.org", "Acme", "Fish"],
      ["1", "Ben", "", "Acme", "Soup"],
    ]);
    const [ada, ben] = await attendeesOf(eventId);
    expect(ada!.answers.map(({ answer }) => answer)).toEqual(["Acme", "Fish"]);
    expect(ben!.answers.map(({ answer }) => answer)).toEqual(["Soup"]);
    expect(ada!.additionalFields).toEqual({ "Invoice to": "Acme" });
  });
});

describe("a file that is imported twice", () => {
  test("a second import of a file changes nothing, also of people without an address", async () => {
    const eventId = await openEvent("Standard");
    const rows = [
      ["Order", "Name", "E-mail", "Quantity"],
      ["A1", "Ada", "ada@example.org", "2"],
      ["A1", "Ben", "", ""],
      ["", "José Nobody", "", ""],
    ];
    await importRows(eventId, rows);
    const before = await namesByRegistration(eventId);
    for (const goodRowsOnly of [false, true]) {
      const again = await importRows(eventId, rows, { goodRowsOnly });
      expect([again.insertCount, again.importId, again.skipped.map(({ reason }) => reason)]).toEqual([
        0,
        null,
        [
          "order A1 is registered for this event already",
          "order A1 is registered for this event already",
          "José Nobody is registered for this event already",
        ],
      ]);
    }
    expect(await namesByRegistration(eventId)).toEqual(before);
    // Another person, whose name differs by an accent.
    expect(
      (
        await importRows(eventId, [
          ["Name", "E-mail"],
          ["Jose Nobody", ""],
        ])
      ).insertCount,
    ).toBe(1);
    await expectRightCounters();
  });

  test("an import of groups is taken back, and none of its people and places are left", async () => {
    const eventId = await openEvent("Standard");
    const placesOf = async () => (await app.ask("event/getStock", { query: { eventId }, token })).payload;
    const before = await placesOf();
    const { importId } = await importRows(eventId, [
      ["Order", "Name", "E-mail", "Quantity"],
      ["A1", "Ada", "ada@example.org", "3"],
      ["A1", "Ben", "", ""],
    ]);
    expect(await placesOf()).not.toEqual(before);
    const taken = await app.ask("import/takeBack", { body: { importId }, token });
    expect(taken.payload).toEqual({ importId, people: 4 });
    expect(await placesOf()).toEqual(before);
    expect(await attendeesOf(eventId, { registrationState: "all" })).toEqual([]);
    await expectRightCounters();
  });
});

describe("the untouched file of another system", () => {
  const choose = (choices: Record<string, ColumnChoice["meaning"]>): ColumnChoice[] =>
    Object.entries(choices).map(([heading, meaning]) => ({ heading, meaning }));
  const files: {
    file: string;
    tickets: string[];
    columns: ColumnChoice[];
    people: number;
    registrations: number;
    leftOut: number;
    codes: number;
    noEmail?: number;
  }[] = [
    {
      file: "pretix-positions",
      tickets: ["Adult", "Child", "Gala dinner – Meat", "Gala dinner – Vegetarian", "Parking"],
      columns: choose({
        "Order code": "group",
        Product: "ticket",
        "Attendee name": "name",
        "Attendee email": "email",
        Email: "buyerEmail",
        "Phone number": "phone",
      }),
      people: 108,
      registrations: 65,
      codes: 108,
      leftOut: 4,
      noEmail: 1,
    },
    {
      file: "pretix-checkin",
      tickets: ["Adult", "Child", "Gala dinner – Meat", "Gala dinner – Vegetarian", "Parking"],
      columns: choose({
        "Order code": "group",
        "Attendee name": "name",
        Product: "ticket",
        State: "leaveOut",
      }),
      people: 108,
      registrations: 65,
      codes: 108,
      leftOut: 0,
      noEmail: 1,
    },
    {
      file: "eventbrite",
      tickets: ["Adult", "Child"],
      columns: [],
      people: 5,
      registrations: 4,
      codes: 5,
      leftOut: 1,
    },
    {
      file: "tickettailor",
      tickets: ["Adult", "Child", "Gala dinner"],
      columns: [],
      people: 3,
      registrations: 2,
      codes: 3,
      leftOut: 1,
    },
    {
      file: "hievents",
      tickets: ["Adult", "Child", "Gala dinner - Meat"],
      columns: choose({ "Product Name": "ticket" }),
      people: 3,
      registrations: 2,
      codes: 3,
      leftOut: 2,
    },
    {
      file: "luma",
      tickets: ["Adult", "Child"],
      columns: [],
      people: 3,
      registrations: 3,
      codes: 3,
      leftOut: 3,
    },
    {
      file: "googleforms",
      tickets: ["Adult", "Child"],
      columns: choose({
        "Your name": "name",
        "How many are coming?": "quantity",
        "Which ticket?": "ticket",
      }),
      people: 5,
      registrations: 3,
      codes: 0,
      leftOut: 0,
      noEmail: 1,
    },
  ];
  test.each(files)(
    "the file of $file registers $people people in $registrations registrations",
    async (expected) => {
      const eventId = await openEvent(...expected.tickets);
      const rows: string[][] = [];
      const body = await readFile(new URL(`movedFrom/${expected.file}.csv`, import.meta.url));
      for await (const batch of readSheet(body, { mostRows: 1000 }))
        rows.push(...batch.map((cells) => [...cells]));
      const { columns } = expected;
      const payload = await importRows(eventId, rows, { columns });
      expect(payload.skipped).toEqual([]);
      expect(payload).toMatchObject({
        insertCount: expected.people,
        registrationCount: expected.registrations,
        noEmailCount: expected.noEmail ?? 0,
        codeCount: expected.codes,
      });
      expect(payload.leftOut.reduce((sum, { count }) => sum + count, 0)).toBe(expected.leftOut);
      expect((await namesByRegistration(eventId)).map((names) => names.length)).toHaveLength(
        expected.registrations,
      );
      const again = await importRows(eventId, rows, { columns });
      expect([again.insertCount, again.skippedCount]).toEqual([0, rows.length - 1 - expected.leftOut]);
      expect(await attendeesOf(eventId)).toHaveLength(expected.people);
      await expectRightCounters();
    },
  );
});
