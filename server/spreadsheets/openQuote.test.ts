import { expect, test } from "vitest";
import { openQuoteLine } from "./openQuote.ts";

test.each([
  ["no quotes at all", "name,email\nAda,ada@example.org\n", ",", null],
  ["quoted cells, with what parts cells and lines in them", 'name\n"Lund, Ada"\n"two\nlines"', ",", null],
  ["doubled quotes", 'name\n"Ada ""the first"" Lund"\n""\n""""\n', ",", null],
  ["a quote in the middle of a cell, which is a letter", 'size,name\n5" pipe,Ada\n', ",", null],
  [
    "a quote that nobody closes",
    'name,email\nAda,a@example.org\n"Ben,b@example.org\nCyd,c@example.org\n',
    ",",
    3,
  ],
  ["one in the last cell of a line", 'name;email\r\nAda;"a@example.org\r\nBen;b@example.org', ";", 2],
  ["one that is doubled at the end", 'name\n"Ada""', ",", 2],
  ["cells parted by tabs", 'name\temail\n"Ada"\t"a', "\t", 2],
])("a table with %s", (_, text, delimiter, line) => {
  expect(openQuoteLine(text, delimiter)).toBe(line);
});

test("a quoted cell that goes on for longer than any cell may is never closed either", () => {
  expect(openQuoteLine(`name\n"${"a\n".repeat(600_000)}"`, ",")).toBe(2);
});
