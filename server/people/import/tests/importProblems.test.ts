import { expect, test } from "vitest";
import type { ColumnMeaning } from "../../../../contract/shapes/people.ts";
import { groupProblems, type ProblemContext, separateUndecided } from "../importProblems.ts";

const columnsOf = (text: string) =>
  text.split(", ").map((part) => {
    const [heading, meaning = "additional"] = part.split("=");
    return { heading: heading!, meaning: meaning as ColumnMeaning };
  });
const context = (columns: string, ...sample: string[][]): ProblemContext => ({
  columns: columnsOf(columns),
  sample,
  tickets: [{ title: "Gala dinner – Meat" }, { title: "Adult" }],
});
const found = (row: number, ...reasons: string[]) => ({ row, reasons });

test("equal errors are one sentence with its remedy, its count and its first rows", () => {
  const problems = Array.from({ length: 108 }, (_, n) => found(n + 2, "has no name"));
  problems[1]!.reasons.push("“nowhere” is not an e-mail address", "“x” is not an e-mail address");
  const groups = groupProblems(problems, context("Name=name"));
  expect(groups).toEqual([
    {
      message: "There is no name.",
      remedy: "Add the names.",
      count: 108,
      rows: Array.from({ length: 20 }, (_, n) => n + 2),
    },
    {
      message: "The e-mail address is not valid.",
      remedy: "Correct the addresses.",
      count: 1,
      rows: [3],
    },
  ]);
});

test("a row that has an error twice is counted once, also if it is not listed", () => {
  const problems = Array.from({ length: 30 }, (_, n) =>
    found(n + 2, "“nowhere” is not an e-mail address", "“x” is not an e-mail address"),
  );
  const [group] = groupProblems(problems, context("Name=name"));
  expect(group).toMatchObject({ count: 30, rows: Array.from({ length: 20 }, (_, n) => n + 2) });
});

test.each([
  ["“Bal“cony”” is not a ticket of this event", "“Bal“cony”” is not a ticket of this event."],
  ["is the same person as row 7", "An earlier row is the same person."],
  ["a@example.org is registered for this event already", "They are registered for this event already."],
  [
    "the answer “XXL; S” under “Size” must be one of the options",
    "The answer “XXL; S” under “Size” must be one of the options.",
  ],
  [
    "has the state “On hold”, which may mean a ticket or none: decide whether to import it",
    "The row has the state “On hold”, which may mean a ticket or none.",
  ],
  ["phone is longer than 40 characters", "Phone is longer than 40 characters."],
  ["“20.00 USD” is not a price in EUR", "The price is not an amount in EUR."],
  ["“05/06/2026” is not a time with a clear day and month", "The time has no clear day and month."],
  ["“2099-01-01” is in the future", "The time is in the future."],
  ["“perhaps” does not say whether the person was checked in", "It is not clear who was checked in."],
  ["belongs to row 7, which has an error", "Another row of the same registration has an error."],
])("the reason %o is reported as %o, with a remedy", (reason, message) => {
  const [group] = groupProblems([found(2, reason)], context("Ticket=ticket"));
  expect(group).toMatchObject({ message, remedy: expect.stringMatching(/^[A-Z].*\.$/), count: 1 });
  expect(group).not.toHaveProperty("missing");
});

test("if no column is the ticket, the column whose cells are tickets is the suggestion", () => {
  const problems = [found(2, "has no ticket"), found(3, "has no name", "has no ticket")];
  const file = context(
    "Order=additional, Name=name, Product, Note",
    ["A1", "Adult", "gala dinner - meat", ""],
    ["A2", "Ben", "Adult", ""],
  );
  expect(groupProblems(problems, file)[0]).toEqual({
    message: "No column is the ticket.",
    remedy: "Is it “Product”? Choose the column.",
    count: 2,
    rows: [2, 3],
    missing: { meaning: "ticket", column: 2 },
  });
  const unlike = context("Order=additional, Name=name", ["A1", "Adult"]);
  expect(groupProblems(problems, unlike)[0]).toMatchObject({
    remedy: "Choose the column.",
    missing: { column: null },
  });
  const named = context("Name=name, Ticket=ticket", ["Ada", ""]);
  expect(groupProblems(problems, named)[0]).toMatchObject({
    message: "There is no ticket.",
    remedy: "Choose above the ticket for rows without one.",
  });
});

test("a missing column of addresses or names is found by its cells or its heading", () => {
  const file = context("Kontakt, Gast, Note", ["a@example.org", "Ada", "x"]);
  const reasons = ["There is no column “email” in the first row."];
  expect(groupProblems([found(1, ...reasons)], file)[0]!.missing).toEqual({ meaning: "email", column: 0 });
  const name = "There is no column “name” or “first name” in the first row.";
  expect(groupProblems([found(1, name)], file)[0]).toMatchObject({
    message: "No column is the name.",
    missing: { meaning: "name", column: 1 },
  });
});

test("a file with thousands of different errors has a hundred sentences and one for the others", () => {
  const problems = Array.from({ length: 5000 }, (_, n) =>
    found(n + 2, `“T${n}” is not a ticket of this event`),
  );
  const groups = groupProblems(problems, context("Ticket=ticket"));
  expect(groups).toHaveLength(101);
  expect(groups.at(-1)).toMatchObject({ message: "There are other errors.", count: 4900 });
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
  const again = groupProblems([...problems, found(6000, problems[0]!.reasons[0]!)], context("Ticket=ticket"));
  expect([again[0]!.count, again.at(-1)!.count]).toEqual([2, 4900]);
});

test("the error of an answer that is no option has its question and text, unless the text ends with “…”", () => {
  const file = context("Size=answer");
  const asked = { ...file, columns: [{ ...file.columns[0]!, questionId: 7 }] };
  const reasonOf = (text: string) => `the answer “${text}” under “Size” must be one of the options`;
  expect(groupProblems([found(2, reasonOf("XXL; S"))], asked)[0]).toMatchObject({
    remedy: "Choose the option that it is, correct the answer, or choose another meaning for the column.",
    answer: { questionId: 7, text: "XXL; S" },
  });
  expect(groupProblems([found(2, reasonOf("x…"))], asked)[0]).not.toHaveProperty("answer");
  const other = "the answer “31.12.1990” under “Size” must be a day such as 2026-12-31";
  expect(groupProblems([found(2, other)], asked)[0]).toMatchObject({
    remedy: "Correct the answer, or choose another meaning for the column.",
  });
});

test("rows whose problems only ask staff to decide are counted apart from the wrong rows", () => {
  const asked = "“Gala” is not a ticket of this event";
  const { askedCount, problems } = separateUndecided([
    found(2, asked),
    found(3, "belongs to row 2, which has an error"),
    found(4, asked, "has no name"),
    found(5, "belongs to row 4, which has an error"),
    found(6, "has no state, which may mean a ticket or none: decide whether to import it"),
  ]);
  expect(askedCount).toBe(3);
  const groups = groupProblems(problems, context("Ticket=ticket"));
  expect(groups.map(({ message, isAsked }) => [message, isAsked])).toEqual([
    ["“Gala” is not a ticket of this event.", true],
    ["Another row of the same registration needs your decision.", true],
    ["There is no name.", undefined],
    ["Another row of the same registration has an error.", undefined],
    ["The row has no state, which may mean a ticket or none.", true],
  ]);
});
