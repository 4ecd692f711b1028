import { expect, test } from "vitest";
import { plainText } from "../plainText.ts";

test("rich text becomes one line of plain text", () => {
  expect(plainText("<p>Wine &amp; jazz</p>\n<ul><li>one</li><li>two</li></ul>", 100)).toBe(
    "Wine & jazz one two",
  );
});

test("a long text is cut after a word, or inside a very long word", () => {
  expect(plainText("several words that go on", 14)).toBe("several words…");
  expect(plainText("x".repeat(100), 10)).toBe(`${"x".repeat(10)}…`);
});
