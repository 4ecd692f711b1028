import { expect, test } from "vitest";
import { dayAfter, dayFromAddress, isTypedDay, onDayWords } from "./days.ts";

test("the days after and before a date are right across months and years", () => {
  expect(dayAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect(dayAfter("2026-03-29", 1)).toBe("2026-03-30");
  expect(dayAfter("2024-03-01", -1)).toBe("2024-02-29");
});

test.each([
  ["2026-06-15", "2026-06-15"],
  ["2026-02-30", "2026-11-22"],
  ["tomorrow", "2026-11-22"],
  [null, "2026-11-22"],
])("an address with the day %j shows %s", (given, shown) => {
  expect(
    dayFromAddress(given, { timeZone: "Asia/Bangkok", otherwise: new Date("2026-11-21T18:00:00Z") }),
  ).toBe(shown);
});

test("a day counts as typed when its year is from 1000 to 9999", () => {
  const typed = ["2027-12-24", "1000-01-01", "9999-12-31"];
  const untyped = ["", "0002-12-24", "0020-12-24", "0202-12-24", "0999-12-31", "10000-01-01", "20271-12-24"];
  expect([...untyped, ...typed].filter(isTypedDay)).toEqual(typed);
});

test("a day is written in everyday words", () => {
  expect(onDayWords("2026-06-15", "2026-06-15", "MM/DD/YYYY")).toBe("today");
  expect(onDayWords("2026-06-15", "2026-06-16", "MM/DD/YYYY")).toBe("on Mon, Jun 15, 2026");
  expect(onDayWords("2026-06-15", "2026-06-16", "DD/MM/YYYY")).toBe("on Mon, 15 Jun 2026");
});
