import { expect, test } from "vitest";
import { ApiError, isFinalRefusal } from "./apiError.ts";

test.each([
  [404, true],
  [403, true],
  [400, true],
  [429, false],
  [408, false],
  [503, false],
  [0, false],
])("a reply with the status %d is a final refusal: %s", (status, isFinal) => {
  expect(isFinalRefusal(new ApiError({ status, code: "busy", msg: "" }))).toBe(isFinal);
});
