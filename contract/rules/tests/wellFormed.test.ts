import fc from "fast-check";
import { expect, test } from "vitest";
import { isWellFormed, toWellFormed } from "../wellFormed.ts";

/** Functions of Node that the oldest supported browsers lack. */
interface Known {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

test("a text is judged and mended as JavaScript's own functions do it", () => {
  const text = fc.array(fc.constantFrom("a", "\ud83c", "\udf89", "🎉", "é")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: "binary" })), (given) => {
      const known = given as unknown as Known;
      expect(isWellFormed(given)).toBe(known.isWellFormed());
      expect(toWellFormed(given)).toBe(known.toWellFormed());
    }),
  );
});
