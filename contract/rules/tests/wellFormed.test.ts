import fc from "fast-check";
import { expect, test } from "vitest";
import { isWellFormed, toWellFormed } from "../wellFormed.ts";

/** Functions of Node that the oldest supported browsers lack. */
interface StandardFunctions {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

test("the functions for well-formed texts give the same results as JavaScript's own", () => {
  const text = fc.array(fc.constantFrom("a", "\ud83c", "\udf89", "🎉", "é")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: "binary" })), (given) => {
      const standard = given as unknown as StandardFunctions;
      expect(isWellFormed(given)).toBe(standard.isWellFormed());
      expect(toWellFormed(given)).toBe(standard.toWellFormed());
    }),
  );
});
