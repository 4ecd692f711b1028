import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AGREEMENT,
  CHECKBOXES,
  COUNTRY,
  DATE,
  DROPDOWN,
  EMAIL,
  MULTIPLE_CHOICE,
  NUMBER,
  PARAGRAPH,
  PHONE,
  type QuestionType,
  SHORT_ANSWER,
} from "../../../../contract/rules/questions/questions.ts";
import type { AnswerMeaning, ColumnChoice } from "../../../../contract/shapes/people.ts";
import { readSheet } from "../../../spreadsheets/readSheet.ts";
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

async function openEvent() {
  const { db } = app.database;
  const { id } = await buildEvent(db, { clubId });
  const ticketId = (await buildTicket(db, id, { title: "Adult" })).id;
  return { eventId: id, ticketId };
}

async function importRows(
  eventId: number,
  rows: string[][],
  more: { columns?: ColumnChoice[]; values?: { answer: AnswerMeaning[] }; dryRun?: boolean } = {},
) {
  return app.ask("registration/bulkImportAttendee", { body: { eventId, rows, ...more }, token });
}

async function answersIn(eventId: number): Promise<string[][]> {
  const { payload } = await app.ask("registration/getAttendees", {
    query: { eventId, itemsPerPage: -1, sortBy: "registration" },
    token,
  });
  return payload.items.map(({ answers }) => answers.map(({ text, answer }) => `${text} ${answer}`));
}

const ada = ["Ada", "ada@example.org"];
const ben = ["Ben", "ben@example.org"];

/** A question of each type, with a cell and the answer that is stored. A missing type does not compile. */
const written: Record<QuestionType, { text: string; heading: string; cell: string; answer: string }> = {
  [SHORT_ANSWER]: {
    text: "Any allergies?",
    heading: "any ALLERGIES",
    cell: "Nuts; soy",
    answer: "Nuts; soy",
  },
  [PARAGRAPH]: { text: "About you", heading: "About_you", cell: "Rower", answer: "Rower" },
  [MULTIPLE_CHOICE]: { text: "T-shirt size", heading: "T-Shirt Size", cell: "salsa", answer: "Salsa" },
  [CHECKBOXES]: {
    text: "Workshops",
    heading: "workshops",
    cell: "Salsa, swing,  Advanced",
    answer: "Salsa\nSwing, advanced",
  },
  [DROPDOWN]: { text: "Meal", heading: "Meal", cell: "WALTZ", answer: "Waltz" },
  [DATE]: { text: "Date of birth", heading: "Date of Birth", cell: "1990-12-31", answer: "1990-12-31" },
  [NUMBER]: { text: "Years in the club", heading: "Years in the club", cell: "2.5", answer: "2.5" },
  [EMAIL]: {
    text: "Second address",
    heading: "Second address",
    cell: "ada@example.net",
    answer: "ada@example.net",
  },
  [PHONE]: {
    text: "Emergency number",
    heading: "Emergency number",
    cell: "+44 20 7946 0018",
    answer: "+44 20 7946 0018",
  },
  [COUNTRY]: { text: "Nationality", heading: "Nationality", cell: "Germany", answer: "DE" },
  [AGREEMENT]: {
    text: "the house rules",
    heading: "I agree to the house rules",
    cell: "Yes",
    answer: "true",
  },
};
/** The cells of a second person, by type. */
const others: Readonly<Record<string, string>> = {
  [MULTIPLE_CHOICE]: "Waltz",
  [CHECKBOXES]: "Waltz; Salsa",
  [COUNTRY]: "de",
  [AGREEMENT]: "no",
};

describe("a column that is named like a question", () => {
  test("each question type takes its answer from the column with its label", async () => {
    const { db } = app.database;
    const { eventId } = await openEvent();
    const options = ["Salsa", "Swing, advanced", "Waltz"];
    const columns = Object.entries(written);
    for (const [typeId, { text }] of columns)
      await buildQuestion(db, eventId, { typeId: Number(typeId), text, options });
    const rows = [
      ["Name", "Email", ...columns.map(([, { heading }]) => heading), "Company"],
      [...ada, ...columns.map(([, { cell }]) => cell), "Acme"],
      [...ben, ...columns.map(([typeId]) => others[typeId] ?? ""), ""],
    ];
    const preview = await importRows(eventId, rows, { dryRun: true });
    expect(preview.payload).toMatchObject({ skipped: [], additionalColumns: ["Company"] });
    expect(preview.payload.columns.map(({ meaning }) => meaning)).toEqual([
      "name",
      "email",
      ...columns.map(() => "answer"),
      "company",
    ]);
    expect(await answersIn(eventId)).toEqual([]);
    expect((await importRows(eventId, rows)).payload.insertCount).toBe(2);
    expect(await answersIn(eventId)).toEqual([
      columns.map(([, { text, answer }]) => `${text} ${answer}`),
      ["T-shirt size Waltz", "Workshops Waltz\nSalsa", "Nationality DE"],
    ]);
  });

  test("the answer to a question that a person is not asked becomes an additional field, and is no error", async () => {
    const { db } = app.database;
    const { eventId, ticketId } = await openEvent();
    await buildTicket(db, eventId, { title: "Child" });
    await buildQuestion(db, eventId, {
      text: "Size",
      typeId: DROPDOWN,
      options: ["S", "M"],
      ticketIds: [ticketId],
    });
    const { id } = await buildQuestion(db, eventId, {
      text: "Workshop",
      typeId: DROPDOWN,
      options: ["C", "Other"],
    });
    await buildQuestion(db, eventId, {
      text: "Which other",
      typeId: SHORT_ANSWER,
      showIf: { questionId: id, equals: "Other" },
    });
    const longAnswer = "x".repeat(5000);
    const reply = await importRows(eventId, [
      ["Name", "Email", "Ticket", "Size", "Workshop", "Which other"],
      ["Child", "child@example.org", "Child", "XXL", "C", longAnswer],
    ]);
    expect(reply.payload).toMatchObject({ insertCount: 1, skipped: [] });
    expect(await answersIn(eventId)).toEqual([["Workshop C"]]);
    const stored = await db
      .selectFrom("registrations")
      .select("additional_fields")
      .where("event_id", "=", eventId)
      .execute();
    expect(stored).toMatchObject([{ additional_fields: { Size: "XXL", "Which other": longAnswer } }]);
  });

  test("an answer that does not fit is an error of its row, with the heading of the column", async () => {
    const { db } = app.database;
    const { eventId, ticketId } = await openEvent();
    await buildTicket(db, eventId, { title: "Child" });
    const build = (text: string, typeId: number, more = {}) =>
      buildQuestion(db, eventId, { text, typeId, ...more });
    await build("Size", DROPDOWN, { options: ["S", "M"], ticketIds: [ticketId] });
    const { id } = await build("Workshops", CHECKBOXES, { options: ["C", "C++", "Other"] });
    await build("Which other", SHORT_ANSWER, { showIf: { questionId: id, equals: "Other" } });
    await build("Born", DATE);
    await build("Rules", AGREEMENT);
    const row = (name: string, ticket: string, ...answers: string[]) => [
      name,
      `${name}@example.org`,
      ticket,
      ...answers,
    ];
    const reply = await importRows(eventId, [
      ["Name", "Email", "Ticket", "Size", "Workshops", "Which other", "Born", "Rules"],
      row("right", "Adult", "m", "C++", "", "", ""),
      row("size", "Adult", "XXL", "", "", "", ""),
      row("workshop", "Adult", "", "C; D", "", "", ""),
      row("ambiguous", "Adult", "", "c#", "", "", ""),
      row("twice", "Adult", "", "C, C", "", "", ""),
      row("shown", "Adult", "", "C,other", "Python", "", ""),
      row("born", "Adult", "", "", "", "31.12.1990", "maybe"),
      row("lost", "Balcony", "XXL", "", "", "", ""),
    ]);
    expect(reply.payload).toMatchObject({ insertCount: 0, skippedCount: 6 });
    expect(reply.payload.skipped).toEqual([
      { row: 3, reason: "the answer “XXL” under “Size” must be one of the options" },
      { row: 4, reason: "the answer “C; D” under “Workshops” must be one of the options" },
      { row: 5, reason: "the answer “c#” under “Workshops” must be one of the options" },
      { row: 6, reason: "the answer “C, C” under “Workshops” has one option twice" },
      {
        row: 8,
        reason:
          'the answer “31.12.1990” under “Born” must be a day such as 2026-12-31; the answer “maybe” under “Rules” must be "true"',
      },
      { row: 9, reason: "“Balcony” is not a ticket of this event" },
    ]);
    expect(await answersIn(eventId)).toEqual([]);
  });

  test("a row answers the questions to the buyer too, and a required answer may be missing", async () => {
    const { db } = app.database;
    const { eventId } = await openEvent();
    await buildQuestion(db, eventId, { text: "Invoice to", askedOf: "buyer", required: true });
    await buildQuestion(db, eventId, { text: "Allergies", required: true });
    const rows = [
      ["Name", "Email", "Invoice to"],
      [...ada, "Acme Ltd"],
      [...ben, ""],
    ];
    expect((await importRows(eventId, rows)).payload).toMatchObject({ insertCount: 2, skipped: [] });
    expect(await answersIn(eventId)).toEqual([["Invoice to Acme Ltd"], []]);
    const { payload } = await app.ask("registration/getAttendees", { query: { eventId }, token });
    expect(payload.items.map(({ missing }) => missing)).toEqual([["answers"], ["answers"]]);
  });

  test("a buyer answers a question for a ticket that a later row of the registration has", async () => {
    const { db } = app.database;
    const { eventId } = await openEvent();
    const vip = await buildTicket(db, eventId, { title: "VIP" });
    await buildQuestion(db, eventId, {
      text: "Invoice to",
      askedOf: "buyer",
      ticketIds: [vip.id],
      required: true,
    });
    const rows = [
      ["Name", "Email", "Order", "Ticket", "Invoice to"],
      [...ada, "A1", "Adult", "Acme Ltd"],
      [...ben, "A1", "VIP", ""],
    ];
    expect((await importRows(eventId, rows)).payload).toMatchObject({ insertCount: 2, skipped: [] });
    const { payload } = await app.ask("registration/getAttendees", {
      query: { eventId, sortBy: "registration" },
      token,
    });
    expect(
      payload.items.map(({ answers, missing }) => [answers.map(({ answer }) => answer), missing]),
    ).toEqual([
      [["Acme Ltd"], []],
      [[], []],
    ]);
    expect(payload.items[0]!.additionalFields).toEqual({});
  });

  test("a field of a person comes before a question with the same label, and a second column answers the question", async () => {
    const { db } = app.database;
    const { eventId } = await openEvent();
    await buildQuestion(db, eventId, { text: "Phone", typeId: PHONE });
    const rows = [
      ["Name", "Email", "Phone", "Phone", "Note", "Note"],
      [...ada, "040 1111", "040 2222", "first", "second"],
    ];
    const { payload } = await importRows(eventId, rows);
    expect(payload.columns.map(({ meaning }) => meaning)).toEqual([
      "name",
      "email",
      "phone",
      "answer",
      "note",
      "additional",
    ]);
    expect(payload.additionalColumns).toEqual(["Note", "Note (2)"]);
    expect(await answersIn(eventId)).toEqual([["Phone 040 2222"]]);
  });

  test.each([
    ["eventbrite", { "Any allergies?": 1, "T-shirt size": 4 }],
    ["hievents", { "Any allergies?": 1, "T-shirt size": 2 }],
  ])("a file of %s answers the questions of the event", async (file, expected) => {
    const { db } = app.database;
    const { eventId } = await openEvent();
    for (const title of ["Child", "Gala dinner - Meat"]) await buildTicket(db, eventId, { title });
    await buildQuestion(db, eventId, { text: "Any allergies?" });
    await buildQuestion(db, eventId, {
      text: "T-shirt size",
      typeId: DROPDOWN,
      options: ["S", "M", "L", "XL"],
    });
    const body = await readFile(new URL(`movedFrom/${file}.csv`, import.meta.url));
    const rows: string[][] = [];
    for await (const batch of readSheet(body, { mostRows: 1000 }))
      rows.push(...batch.map((cells) => [...cells]));
    const email = rows[0]!.indexOf("Email");
    // In the file, the guests of an order share an address. Here each gets another one.
    for (const [index, cells] of rows.slice(1).entries()) cells[email] = `guest${index}@example.org`;
    const columns: ColumnChoice[] =
      file === "hievents" ? [{ heading: "Product Name", meaning: "ticket" }] : [];
    const { payload } = await importRows(eventId, rows, { columns });
    expect(payload.skipped).toEqual([]);
    const texts = (await answersIn(eventId)).flat().map((answer) => answer.replace(/ \S+$/, ""));
    const countOf = (question: string) => texts.filter((text) => text === question).length;
    const counts = Object.fromEntries(Object.keys(expected).map((question) => [question, countOf(question)]));
    expect(counts).toEqual(expected);
  });

  test("thousands of rows get their own answers", async () => {
    const { db } = app.database;
    const { id: eventId } = await buildEvent(db, { clubId });
    await buildTicket(db, eventId, { maxStock: 10_000 });
    await buildQuestion(db, eventId, { text: "Number", typeId: NUMBER });
    const rows = Array.from({ length: 3000 }, (_, n) => ["Guest", `g${n}@example.org`, String(n)]);
    expect((await importRows(eventId, [["Name", "Email", "Number"], ...rows])).payload.insertCount).toBe(
      3000,
    );
    const stored = await db
      .selectFrom("answers")
      .innerJoin("attendees", "attendees.id", "answers.attendee_id")
      .select(["email", "answer"])
      .where("event_id", "=", eventId)
      .execute();
    expect(stored).toHaveLength(3000);
    expect(stored.filter(({ email, answer }) => email !== `g${answer}@example.org`)).toEqual([]);
  });

  test("a cell with thousands of separators is refused like any wrong answer", async () => {
    const { eventId } = await openEvent();
    const options = Array.from({ length: 100 }, (_, n) => "x,".repeat(n));
    await buildQuestion(app.database.db, eventId, { text: "Workshops", typeId: CHECKBOXES, options });
    const { payload } = await importRows(eventId, [
      ["Name", "Email", "Workshops"],
      [...ada, "y,".repeat(2400)],
    ]);
    expect(payload.skipped).toEqual([
      { row: 2, reason: expect.stringMatching(/under “Workshops” must be one of the options$/) },
    ]);
  });
});

describe("a decision about an answer", () => {
  test("staff are asked once about a text that is no option, and it becomes the chosen option or no answer", async () => {
    const { eventId } = await openEvent();
    const options = ["Small", "Large"];
    const { id: size } = await buildQuestion(app.database.db, eventId, {
      text: "Size",
      typeId: DROPDOWN,
      options,
    });
    const { id: workshops } = await buildQuestion(app.database.db, eventId, {
      text: "Workshops",
      typeId: CHECKBOXES,
      options: ["Salsa", "Swing"],
    });
    const rows = [
      ["Name", "Email", "Size", "Workshops"],
      [...ada, "XXL", "Latin"],
      [...ben, "XXL", "Salsa"],
      ["Cem", "cem@example.org", "unknown", ""],
    ];
    const asked = await importRows(eventId, rows, { dryRun: true });
    expect(asked.payload.problems.map(({ answer, count }) => [answer, count])).toEqual([
      [{ questionId: size, text: "XXL" }, 2],
      [{ questionId: workshops, text: "Latin" }, 1],
      [{ questionId: size, text: "unknown" }, 1],
    ]);
    const answer = [
      { questionId: size, text: "XXL", option: "Large" },
      { questionId: workshops, text: "Latin", option: "Salsa" },
      { questionId: size, text: "unknown", option: "" },
    ];
    const { payload } = await importRows(eventId, rows, { values: { answer } });
    expect(payload).toMatchObject({ insertCount: 3, skippedCount: 0 });
    expect(await answersIn(eventId)).toEqual([
      ["Size Large", "Workshops Salsa"],
      ["Size Large", "Workshops Salsa"],
      [],
    ]);
  });

  test("a chosen option that the question does not have is an error of its rows", async () => {
    const { eventId } = await openEvent();
    const { id: size } = await buildQuestion(app.database.db, eventId, {
      text: "Size",
      typeId: DROPDOWN,
      options: ["Small"],
    });
    const answer = [{ questionId: size, text: "XXL", option: "Huge" }];
    const { payload } = await importRows(
      eventId,
      [
        ["Name", "Email", "Size"],
        [...ada, "XXL"],
      ],
      {
        values: { answer },
      },
    );
    expect(payload).toMatchObject({ insertCount: 0, skippedCount: 1 });
  });
});

describe("a decision about a column", () => {
  test("any heading can mean any field or question, and a column can be left out", async () => {
    const { db } = app.database;
    const { eventId } = await openEvent();
    const { id: questionId } = await buildQuestion(db, eventId, { text: "Allergies" });
    const rows = [
      ["Gast", "Adresse", "Produkt", "Zustand", "Hinweis", "", "Email", "Allergies"],
      ["Ada Lovelace", "ada@example.org", "adult", "paid", "Nuts", "x", "office@example.org", "None"],
      ["Ben Void", "ben@example.org", "adult", "canceled", "", "", "office@example.org", ""],
    ];
    const guessed = await importRows(eventId, rows, { dryRun: true });
    expect(guessed.payload).toMatchObject({
      skipped: [{ row: 1, reason: "There is no column “name” or “first name” in the first row." }],
      rowCount: 2,
      places: [],
    });
    const columns: ColumnChoice[] = [
      { heading: "Gast", meaning: "name" },
      { heading: "Adresse", meaning: "email" },
      { heading: "Produkt", meaning: "ticket" },
      { heading: "Zustand", meaning: "state" },
      { heading: "Hinweis", meaning: "answer", questionId },
      { heading: "Email" },
      { heading: "Allergies", meaning: "leaveOut" },
    ];
    const { payload } = await importRows(eventId, rows, { columns });
    expect(payload).toMatchObject({ insertCount: 1, leftOut: [{ text: "canceled", count: 1 }] });
    expect(payload.columns).toEqual([
      ...columns.slice(0, 5),
      { heading: "", meaning: "leaveOut" },
      { heading: "Email", meaning: "additional" },
      { heading: "Allergies", meaning: "leaveOut" },
    ]);
    expect(await answersIn(eventId)).toEqual([["Allergies Nuts"]]);
    const { payload: list } = await app.ask("registration/getAttendees", { query: { eventId }, token });
    expect(list.items[0]).toMatchObject({
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@example.org",
      additionalFields: { Zustand: "paid", Email: "office@example.org" },
    });
  });

  test("the second entry with a heading is about the second column with that heading", async () => {
    const { eventId } = await openEvent();
    const rows = [
      ["Name", "Email", "Note", "Note"],
      [...ada, "first", "second"],
    ];
    const columns: ColumnChoice[] = [
      { heading: "Note", meaning: "leaveOut" },
      { heading: "Note", meaning: "additional" },
    ];
    expect((await importRows(eventId, rows, { columns })).payload.insertCount).toBe(1);
    const { payload } = await app.ask("registration/getAttendees", { query: { eventId }, token });
    expect(payload.items[0]?.additionalFields).toEqual({ Note: "second" });
  });

  test("an impossible decision is refused with its field", async () => {
    const { db } = app.database;
    const { eventId } = await openEvent();
    const { id: own } = await buildQuestion(db, eventId);
    const { id: foreign } = await buildQuestion(db, (await openEvent()).eventId);
    const refused = async (...columns: ColumnChoice[]) => {
      const rows = [["Name", "Email", "A", "B"], ada];
      const { status, payload } = await importRows(eventId, rows, { columns, dryRun: true });
      expect(status).toBe(400);
      return (payload as unknown as { fields: unknown }).fields;
    };
    const notOfEvent = [{ path: "columns.0.questionId", message: "is not a question of this event" }];
    expect(await refused({ heading: "A", meaning: "answer", questionId: foreign })).toEqual(notOfEvent);
    expect(await refused({ heading: "A", meaning: "answer", questionId: 999_999 })).toEqual(notOfEvent);
    expect(
      await refused(
        { heading: "C", meaning: "leaveOut" },
        { heading: "A", meaning: "answer" },
        { heading: "A", meaning: "leaveOut" },
        { heading: "B", meaning: "leaveOut", questionId: own },
      ),
    ).toEqual([
      { path: "columns.0.heading", message: "is not a heading of this file" },
      { path: "columns.1.questionId", message: "is required" },
      { path: "columns.2.heading", message: "is not a heading of this file" },
      { path: "columns.3.questionId", message: "is for an answer only" },
    ]);
    expect(await refused({ heading: "A", meaning: "email" }, { heading: "B", meaning: "email" })).toEqual([
      { path: "columns.1.meaning", message: "is the meaning of another column" },
    ]);
    expect(
      await refused(
        { heading: "A", meaning: "answer", questionId: own },
        { heading: "B", meaning: "answer", questionId: own },
      ),
    ).toEqual([{ path: "columns.1.questionId", message: "is answered by another column" }]);
  });

  test("empty columns become no fields, and only the first 50 filled columns are kept", async () => {
    const { eventId } = await openEvent();
    const headings = Array.from({ length: 80 }, (_, n) => (n % 4 === 0 ? `Empty ${n}` : `Column ${n}`));
    const filled = headings.filter((heading) => heading.startsWith("Column"));
    const long = "x".repeat(101);
    const cells = headings.map((heading) => (heading.startsWith("Column") ? `in ${heading}` : ""));
    const rows = [
      ["Name", "Email", long, "", ...headings],
      [...ben, "", "", ...headings.map(() => "")],
      [...ada, "long", "nameless", ...cells],
    ];
    const { payload } = await importRows(eventId, rows);
    const longName = `${"x".repeat(99)}…`;
    expect(payload).toMatchObject({
      insertCount: 2,
      additionalColumns: [longName, ...filled.slice(0, 49)],
      unkeptColumns: filled.slice(49),
      emptyColumns: headings.filter((heading) => heading.startsWith("Empty")),
    });
    const stored = await app.ask("registration/getAttendees", {
      query: { eventId, sortBy: "registration" },
      token,
    });
    expect(stored.payload.items.map(({ additionalFields }) => additionalFields)).toEqual([
      {},
      {
        [longName]: "long",
        ...Object.fromEntries(filled.slice(0, 49).map((heading) => [heading, `in ${heading}`])),
      },
    ]);
  });

  test("equal headings become fields with a number, also when staff chose their meaning", async () => {
    const { eventId } = await openEvent();
    const rows = [
      ["Name", "Email", "Note", "Note (2)", "Note"],
      [...ada, "first", "second", "third"],
    ];
    const columns: ColumnChoice[] = [
      { heading: "Note", meaning: "additional" },
      { heading: "Note", meaning: "additional" },
    ];
    expect((await importRows(eventId, rows, { columns })).payload.insertCount).toBe(1);
    const { payload } = await app.ask("registration/getAttendees", { query: { eventId }, token });
    expect(payload.items[0]?.additionalFields).toEqual({
      Note: "first",
      "Note (2)": "second",
      "Note (3)": "third",
    });
  });
});

describe("a question that an import makes", () => {
  const rows = [
    ["Name", "Email", "Food", "Hobby"],
    [...ada, "Nuts and soy", ""],
    [...ben, "Fish", ""],
  ];
  const make = (...headings: string[]): ColumnChoice[] =>
    headings.map((heading) => ({ heading, meaning: "answer", makeQuestion: true }));
  const questionsOf = async (eventId: number) =>
    (await app.ask("form/getFormQuestions", { query: { eventId }, token })).payload;

  test("a question that an import makes comes last, is asked later of each guest, is not required, and has the answers", async () => {
    const { eventId } = await openEvent();
    await buildQuestion(app.database.db, eventId, { text: "Meal" });
    const columns = make("Food", "Hobby");
    const preview = await importRows(eventId, rows, { columns, dryRun: true });
    expect(preview.payload).toMatchObject({
      skipped: [],
      columns: [{}, {}, { heading: "Food", meaning: "answer", makeQuestion: true }, { makeQuestion: true }],
      additionalColumns: [],
    });
    expect(preview.payload.columns[2]).not.toHaveProperty("questionId");
    expect(await questionsOf(eventId)).toHaveLength(1);
    const { payload } = await importRows(eventId, rows, { columns });
    expect(payload.insertCount).toBe(2);
    expect(await answersIn(eventId)).toEqual([["Food Nuts and soy"], ["Food Fish"]]);
    // Nobody answers “Hobby”, so no question is made of it.
    expect(await questionsOf(eventId)).toMatchObject([
      { text: "Meal" },
      { text: "Food", typeId: PARAGRAPH, required: false, askedOf: "guest", askedWhen: "later" },
    ]);
    const counts = await app.ask("form/getAnswerCounts", { query: { eventId }, token });
    expect(counts.payload.find(({ text }) => text === "Food")).toMatchObject({ answered: 2, asked: 2 });
    const { rows: history } = await sql<{ detail: unknown }>`select detail from audit_log
      where event_id = ${eventId} and action = 'questionsSaved'`.execute(app.database.db);
    expect(history).toMatchObject([
      { detail: { from: [{ text: "Meal" }], to: [{ text: "Meal" }, { text: "Food" }], hidden: [] } },
    ]);
  });

  test("a second import uses the question that the first import made", async () => {
    const { eventId } = await openEvent();
    await importRows(eventId, rows, { columns: make("Food") });
    const other = [
      ["Name", "Email", "food"],
      ["Cem", "cem@example.org", "Rice"],
    ];
    expect((await importRows(eventId, other, { columns: make("food") })).payload.insertCount).toBe(1);
    expect(await questionsOf(eventId)).toHaveLength(1);
    expect((await answersIn(eventId)).at(-1)).toEqual(["Food Rice"]);
  });

  test("nobody is registered and no question is made if a row is wrong", async () => {
    const { eventId } = await openEvent();
    const wrong = [...rows, ["Dee", "nowhere", "Rice", ""]];
    expect((await importRows(eventId, wrong, { columns: make("Food") })).payload.insertCount).toBe(0);
    expect(await questionsOf(eventId)).toEqual([]);
  });

  test("only a column of answers makes a question, once, with a heading of at most 500 characters", async () => {
    const { eventId } = await openEvent();
    const long = "x".repeat(501);
    const headings = ["Name", "Email", "Food", "food", long];
    const columns: ColumnChoice[] = [
      { heading: "Name", meaning: "name", makeQuestion: true },
      ...make("Food", "food", long),
      { heading: "Email", meaning: "answer", makeQuestion: true, questionId: 1 },
    ];
    const refused = await importRows(eventId, [headings, [...ada, "a", "b", "c"]], { columns });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.payload)).toMatch(/columns\.0\.makeQuestion.*is for an answer only/);
    expect(JSON.stringify(refused.payload)).toMatch(
      /columns\.2\.makeQuestion.*is answered by another column/,
    );
    expect(JSON.stringify(refused.payload)).toMatch(/columns\.3\.makeQuestion.*needs a heading/);
    expect(JSON.stringify(refused.payload)).toMatch(
      /columns\.4\.questionId.*is not for a question that is made/,
    );
  });
});
