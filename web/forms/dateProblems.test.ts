import { expect, test } from "vitest";
import { dateProblems } from "./dateProblems.ts";

test("a date that is typed in part, or has a year of five digits, has a message", () => {
  const none = { badInput: false, rangeOverflow: false };
  const message = "Complete this date, or clear it.";
  expect(
    dateProblems([
      { name: "start", validity: none },
      { name: "end", validity: { ...none, badInput: true } },
      { name: "validFrom", validity: { ...none, rangeOverflow: true } },
    ]),
  ).toEqual({ end: message, validFrom: message });
});
