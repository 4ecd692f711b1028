import fc from "fast-check";
import { expect, test } from "vitest";
import { fullNameOf, splitName } from "./names.ts";

test.each([
  ["Ada Lovelace", "Ada", "Lovelace"],
  ["Mary Jane Watson", "Mary Jane", "Watson"],
  ["Ludwig van Beethoven", "Ludwig", "van Beethoven"],
  ["Maria de la Cruz", "Maria", "de la Cruz"],
  ["Martin Luther King Jr.", "Martin Luther", "King Jr."],
  ["สมชาย ใจดี", "สมชาย", "ใจดี"],
  ["Plato", "Plato", ""],
  ["  Ada   Lovelace ", "Ada", "Lovelace"],
  ["van Gogh", "van", "Gogh"],
  ["", "", ""],
])("the name %j is %j and %j in a request", (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});

test("splitting a name of one word or more keeps all words, and gives a first name", () => {
  const word = fc.string({ minLength: 1, maxLength: 8, unit: "grapheme" }).filter((text) => !/\s/.test(text));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const split = splitName(words.join(" "));
      expect(fullNameOf(split)).toBe(words.join(" "));
      expect(split.firstName).not.toBe("");
    }),
  );
});
