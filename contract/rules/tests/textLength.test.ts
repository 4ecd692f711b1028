import { expect, test } from "vitest";
import { paragraph, requiredTextLine, textLine } from "../../scalars.ts";
import { passwordProblem } from "../password.ts";
import { characterCount, isAtMost } from "../textLength.ts";

test("the length of a text is its number of characters, whatever their size in bytes", () => {
  expect(["", "abc", "งาน", "🎉🎉"].map(characterCount)).toEqual([0, 3, 3, 2]);
  expect([isAtMost("🎉".repeat(100), 100), isAtMost("🎉".repeat(101), 100)]).toEqual([true, false]);
  expect([isAtMost("x".repeat(100), 100), isAtMost("x".repeat(101), 100)]).toEqual([true, false]);
});

test.each([
  ["a line", textLine(100)],
  ["a required line", requiredTextLine(100)],
  ["a paragraph", paragraph(100)],
])("%s of at most 100 characters accepts 100 emoji and not 101", (_, schema) => {
  expect(schema.safeParse("🎉".repeat(100)).success).toBe(true);
  expect(schema.safeParse("🎉".repeat(101)).error?.issues).toMatchObject([
    { message: "must be at most 100 characters" },
  ]);
});

test('a text that needs three characters refuses "🎉a", and a password of four emoji, a letter and a digit is too short', () => {
  expect(requiredTextLine(100, 3).safeParse("🎉a").success).toBe(false);
  expect(requiredTextLine(100, 3).safeParse("🎉ab").success).toBe(true);
  expect(passwordProblem("🎉🎉🎉🎉a1")).toBe("Password must be 8 or more characters!");
});
