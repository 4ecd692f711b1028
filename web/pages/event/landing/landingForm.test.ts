import { expect, test } from "vitest";
import { landingConfig, landingConfigChange } from "../../../../contract/shapes/event.ts";
import { bodyOf, fieldOfPath, problemsOf, valuesOf } from "./landingForm.ts";

const saved = {
  description: "<p>Bring a coat</p>",
  landingConfig: landingConfig.parse({
    heroTitle: "A night to remember",
    overviewDescription: "<p>Dinner and dance</p>",
    accentColor: "#1f8a8a",
  }),
};

test("saved texts are sent back unchanged", () => {
  expect(bodyOf(valuesOf(saved), 7)).toEqual({ id: 7, ...saved });
});

test("an emptied editor and an emptied colour are sent as empty texts", () => {
  const empty = "<p>&nbsp;<br></p>";
  const values = { ...valuesOf(saved), description: empty, overviewDescription: empty, accentColor: "" };
  expect(bodyOf(values, 7)).toMatchObject({
    description: "",
    landingConfig: { overviewDescription: "", accentColor: "" },
  });
});

test("a refusal of each text is shown at its field", () => {
  const { enableLandingPage: _switch, ...texts } = landingConfigChange.shape;
  const fields = Object.keys(texts).map((field) => [`landingConfig.${field}`, field]);
  expect(fieldOfPath).toEqual(Object.fromEntries(fields));
});

test.each([
  ["", {}],
  ["#c79f5a", {}],
  ["#fff", {}],
  ["gold", { accentColor: "Enter a colour such as #c79f5a, or nothing." }],
])("the colour %j has the problems %j", (accentColor, problems) => {
  expect(problemsOf({ ...valuesOf(saved), accentColor })).toEqual(problems);
});
