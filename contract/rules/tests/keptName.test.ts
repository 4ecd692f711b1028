import { expect, test } from "vitest";
import { keptName } from "../keptName.ts";

test("a name is its first word and the rest, and reads the same again", () => {
  expect(keptName("Mia van der Keller")).toEqual({ firstName: "Mia", lastName: "van der Keller" });
  expect(keptName(" Mia ")).toEqual({ firstName: "Mia", lastName: "" });
});
