import { expect, test } from "vitest";
import { namePartsOf } from "../nameParts.ts";

test("a full name is split into its first word and the rest", () => {
  expect(namePartsOf("Mia van der Keller")).toEqual({ firstName: "Mia", lastName: "van der Keller" });
  expect(namePartsOf(" Mia ")).toEqual({ firstName: "Mia", lastName: "" });
});
