import { expect, test } from "vitest";
import { namePartsOf } from "../nameParts.ts";

test("a name is its first word and the rest, and reads the same again", () => {
  expect(namePartsOf("Mia van der Keller")).toEqual({ firstName: "Mia", lastName: "van der Keller" });
  expect(namePartsOf(" Mia ")).toEqual({ firstName: "Mia", lastName: "" });
});
