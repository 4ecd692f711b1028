import { expect, test } from "vitest";
import { openQuoteLine } from "./openQuote.ts";

test.each([
  ["no quotes at all", "name,email\nAda,ada@example.org\n", ",", null],
  ["quoted cells that contain separators and line breaks", 'name\n"Lund, Ada"\n"two\nlines"', ",", null],
  ["doubled quotes", 'name\n"Ada ""the first"" Lund"\n""\n""""\n', ",", null],
  ["a quote in the middle of a cell, which is an ordinary character", 'size,name\n5" pipe,Ada\n', ",", null],
  [
    "a quote that is never closed",
    'name,email\nAda,a@example.org\n"Ben,b@example.org\nCyd,c@example.org\n',
    ",",
    3,
  ],
  [
    "an open quote in the last cell of a line",
    'name;email\r\nAda;"a@example.org\r\nBen;b@example.org',
    ";",
    2,
  ],
  ["an open quote with a doubled quote at the end", 'name\n"Ada""', ",", 2],
  ["an open quote in a cell between tabs", 'name\temail\n"Ada"\t"a', "\t", 2],
])("openQuoteLine returns the right line, or null, for a table with %s", (_, text, delimiter, line) => {
  expect(openQuoteLine(text, delimiter)).toBe(line);
});

test("a quoted cell of more than 1,000,000 characters counts as never closed", () => {
  expect(openQuoteLine(`name\n"${"a\n".repeat(600_000)}"`, ",")).toBe(2);
});
