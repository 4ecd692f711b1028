import { expect, test } from "vitest";
import { landingConfig } from "../../../../contract/shapes/event.ts";
import { bodyOf, problemsOf, valuesOf } from "./landingForm.ts";

const saved = landingConfig.parse({
  heroTitle: "A night to remember",
  overviewDescription: "<p>Dinner and dance</p>",
  accentColor: "#1f8a8a",
});

test("saved texts are sent back unchanged", () => {
  expect(bodyOf(valuesOf(saved), 7)).toEqual({ id: 7, ...saved });
});

test("an emptied editor and an emptied colour are sent as empty texts", () => {
  const values = { ...valuesOf(saved), overviewDescription: "<p>&nbsp;<br></p>", accentColor: "" };
  expect(bodyOf(values, 7)).toMatchObject({ overviewDescription: "", accentColor: "" });
});

test.each([
  ["", {}],
  ["#c79f5a", {}],
  ["#fff", {}],
  ["gold", { accentColor: "Enter a colour such as #c79f5a, or nothing." }],
])("the colour %j is refused with %j", (accentColor, problems) => {
  expect(problemsOf({ ...valuesOf(saved), accentColor })).toEqual(problems);
});
