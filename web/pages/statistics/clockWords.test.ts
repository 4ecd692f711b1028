import { expect, test } from "vitest";
import { clockWords, everyQuarter } from "./clockWords.ts";

test("instants are said by the clocks of the event", () => {
  const at = "2026-06-15T22:15:00.000Z";
  expect(clockWords("Europe/Berlin", "day")(at)).toBe("Jun 16");
  expect(clockWords("Europe/Berlin", "hour")(at)).toBe("Jun 16, 12 AM");
  expect(clockWords("Asia/Bangkok", "quarter")(at)).toBe("5:15 AM");
  expect(clockWords("Mars/Olympus", "quarter")(at)).toBe("10:15 PM");
});

test("quarters of an hour in which nobody came are shown as such", () => {
  expect(
    everyQuarter([
      { from: "2026-06-15T17:45:00.000Z", count: 2 },
      { from: "2026-06-15T18:15:00.000Z", count: 1 },
    ]),
  ).toEqual([
    { from: "2026-06-15T17:45:00.000Z", count: 2 },
    { from: "2026-06-15T18:00:00.000Z", count: 0 },
    { from: "2026-06-15T18:15:00.000Z", count: 1 },
  ]);
  expect(everyQuarter([])).toEqual([]);
});
