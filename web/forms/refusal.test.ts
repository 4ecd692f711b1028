import { describe, expect, test } from "vitest";
import type { Code } from "../../contract/endpoint.ts";
import { ApiError } from "../api/apiError.ts";
import { checkFieldsText, checkFieldsWords, refusalOf } from "./refusal.ts";

const values = { title: "", prices: { price: "" }, days: [{ name: "" }] };
const refused = (code: Code, payload: unknown = null) =>
  new ApiError({ status: 400, code, msg: "This could not be saved.", payload });
const invalid = (...fields: { path: string; message: string }[]) => refused("invalidInput", { fields });

describe("a refusal", () => {
  test("the messages of a refusal are shown at their fields, as sentences", () => {
    const error = invalid(
      { path: "title", message: "is required" },
      { path: "days.0.name", message: "Too long." },
    );
    expect(refusalOf(error, { values })).toEqual({
      fields: { title: "Is required.", "days.0.name": "Too long." },
      text: checkFieldsText,
    });
  });

  test("a refusal is shown at its field also if the form has another path for it", () => {
    const error = invalid({ path: "price", message: "must not be negative" });
    expect(refusalOf(error, { values, fieldOfPath: { price: "prices.price" } }).fields).toEqual({
      "prices.price": "Must not be negative.",
    });
  });

  test("a refusal without a field in the form is shown above the button", () => {
    const error = invalid({ path: "eventId", message: "must be at least 1" });
    expect(refusalOf(error, { values })).toEqual({
      fields: {},
      text: "This could not be saved. (eventId must be at least 1)",
    });
  });

  test("a refusal with only a code is shown at the field of this code, or above the button", () => {
    expect(refusalOf(refused("slugTaken"), { values, fieldOfCode: { slugTaken: "title" } })).toEqual({
      fields: { title: "This could not be saved." },
      text: checkFieldsText,
    });
    expect(refusalOf(refused("inUse"), { values, fieldOfCode: { slugTaken: "title" } })).toEqual({
      fields: {},
      text: "This could not be saved.",
    });
  });
});

test("a form shows how many of its fields are marked", () => {
  expect(checkFieldsWords(1)).toBe("Please check the marked field above.");
  expect(checkFieldsWords(3)).toBe("Please check the 3 marked fields above.");
});
