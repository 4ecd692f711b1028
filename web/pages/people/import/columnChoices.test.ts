import { expect, test } from "vitest";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { ImportColumn } from "../../../../contract/shapes/people.ts";
import {
  choicesAfter,
  columnsWith,
  emptyWords,
  importColumnNames,
  madeQuestionsWords,
  meaningOptions,
  meaningValue,
  notReadWords,
  unkeptWords,
} from "./columnChoices.ts";

const columns: ImportColumn[] = [
  { heading: "Guest", meaning: "additional" },
  { heading: "Name", meaning: "name" },
  { heading: "Size", meaning: "answer", questionId: 7 },
  { heading: "Food", meaning: "leaveOut" },
  { heading: "", meaning: "leaveOut" },
];

test("if a column gets the meaning of another column, the other column's meaning is guessed again", () => {
  expect(choicesAfter({ columns, choices: [] }, 0, "name")).toEqual([
    { heading: "Guest", meaning: "name" },
    { heading: "Name" },
    { heading: "Size" },
    { heading: "Food" },
    { heading: "" },
  ]);
  const choices = columns.map(({ heading }) => ({ heading, meaning: "leaveOut" as const }));
  const after = choicesAfter({ columns, choices }, 3, "answer:7");
  expect(after[2]).toEqual({ heading: "Size" });
  expect(after[3]).toEqual({ heading: "Food", meaning: "answer", questionId: 7 });
  expect(after[0]).toEqual({ heading: "Guest", meaning: "leaveOut" });
});

test("several columns may be states, times of registration or additional fields, or be left out", () => {
  for (const meaning of ["state", "registeredAt", "additional", "leaveOut"] as const) {
    const same = columns.map(({ heading }) => ({ heading, meaning }));
    expect(choicesAfter({ columns: same, choices: same }, 0, meaning)).toEqual(same);
  }
});

test("the chosen meaning of a column is shown before the file is checked again", () => {
  const shown = columnsWith(columns, choicesAfter({ columns, choices: [] }, 2, "leaveOut"));
  expect(shown.map(meaningValue)).toEqual(["additional", "name", "leaveOut", "leaveOut", "leaveOut"]);
});

test("a column without a heading cannot be an additional field, and questions are offered by their words", () => {
  const questions = [{ id: 7, typeId: 10, text: "the rules" }] as FormQuestion[];
  const values = (column: ImportColumn) =>
    meaningOptions(questions, column).map((option) => ("group" in option ? option.items : option.value));
  expect(values(columns[0]!)).toContain("additional");
  expect(values(columns[4]!)).not.toContain("additional");
  expect(values(columns[4]!).at(-1)).toEqual([{ value: "answer:7", label: "I agree to the rules" }]);
});

test("a question can be made of a column whose heading is one line, and not the text of a question", () => {
  const questions = [{ id: 7, typeId: 0, text: "Food" }] as FormQuestion[];
  const offers = (column: ImportColumn) =>
    meaningOptions(questions, column).some((option) => "value" in option && option.value === "makeQuestion");
  expect(columns.map(offers)).toEqual([true, true, true, false, false]);
  expect(offers({ heading: "Two\nlines", meaning: "additional" })).toBe(false);
  const choices = choicesAfter({ columns, choices: [] }, 0, "makeQuestion");
  expect(choices[0]).toEqual({ heading: "Guest", meaning: "answer", makeQuestion: true });
  const chosen = columnsWith(columns, choices);
  expect(chosen.map(meaningValue).slice(0, 3)).toEqual(["makeQuestion", "name", "answer:7"]);
  const another = choicesAfter({ columns: chosen, choices }, 3, "makeQuestion");
  expect(another[0]).toEqual(choices[0]);
  expect(madeQuestionsWords(columns)).toBeNull();
  expect(madeQuestionsWords(chosen)).toMatch(/^“Guest” becomes a question of the event\. .* asked it /);
  expect(madeQuestionsWords(columnsWith(columns, another))).toMatch(/^“Guest” and “Food” become questions /);
});

test("columns that are not read are listed in one sentence", () => {
  expect(notReadWords(columns.slice(0, 3))).toBeNull();
  expect(notReadWords(columns.slice(0, 4))).toBe("“Food” is not read.");
  expect(notReadWords(columns)).toBe("“Food” and column 5 are not read.");
  expect(notReadWords(columns.slice(4))).toBe("Column 1 is not read.");
});

test("columns with the same heading are numbered, so that each has its own name", () => {
  const named = (...headings: string[]): ImportColumn[] =>
    headings.map((heading) => ({ heading, meaning: "leaveOut" }));
  const names = importColumnNames(named("Company", "", "Company", "Name", "Company"));
  expect(names).toEqual(["“Company”", "column 2", "“Company (2)”", "“Name”", "“Company (3)”"]);
  expect(notReadWords(named("Company", "Company"))).toBe("“Company” and “Company (2)” are not read.");
});

test("columns that are empty or not kept are listed, at most the first five empty ones", () => {
  expect(unkeptWords(["Note"])).toBe("“Note” is");
  expect(unkeptWords(["Note", "Note (2)"])).toBe("“Note” and “Note (2)” are");
  expect(emptyWords(["Seat"])).toBe("1 column is empty: “Seat”.");
  const many = Array.from({ length: 18 }, (_, n) => `C${n}`);
  expect(emptyWords(many)).toBe("18 columns are empty: “C0”, “C1”, “C2”, “C3”, “C4”, and 13 others.");
});
