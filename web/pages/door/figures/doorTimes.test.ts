import { expect, test } from "vitest";
import { expectedNow, forecastOfDay, quartersOf } from "./doorTimes.ts";

const at = (minute: number) => new Date(Date.parse("2026-11-21T18:00:00Z") + minute * 60_000).toISOString();

test("the quarters of an hour have no gaps, add up all gates, and include the forecast", () => {
  const quarters = quartersOf({
    quarters: [
      { from: at(0), gate: "North", count: 3 },
      { from: at(0), gate: "South", count: 4 },
      { from: at(30), gate: "North", count: 1 },
    ],
    forecast: [
      { from: at(-15), arrived: 2 },
      { from: at(0), arrived: 10 },
      { from: at(15), arrived: 10 },
    ],
  });
  expect(quarters.map(({ count, expected }) => [count, expected])).toEqual([
    [0, 2],
    [7, 8],
    [0, 0],
    [1, null],
  ]);
  expect(quarters[1]?.gates).toEqual({ North: 3, South: 4 });
});

test("without data no quarters are shown, and otherwise at most those of the latest four days", () => {
  expect(quartersOf({ quarters: [], forecast: null })).toEqual([]);
  const long = quartersOf({
    quarters: [
      { from: at(0), gate: "", count: 1 },
      { from: at(60 * 24 * 30), gate: "", count: 1 },
    ],
    forecast: null,
  });
  expect(long).toHaveLength(384);
  expect(long.at(-1)?.count).toBe(1);
});

test("arrivals more than a day before the forecast are shown without the forecast", () => {
  const dayAfter = (days: number) => ({
    quarters: [{ from: at(0), gate: "", count: 2 }],
    forecast: [{ from: at(days * 24 * 60), arrived: 8 }],
  });
  expect(quartersOf(dayAfter(30)).map(({ count, expected }) => [count, expected])).toEqual([[2, null]]);
  expect(quartersOf(dayAfter(1)).at(-1)?.expected).toBe(8);
});

test("the number expected now grows evenly within a quarter of an hour, and is null outside the forecast", () => {
  const forecast = [
    { from: at(0), arrived: 10 },
    { from: at(15), arrived: 30 },
  ];
  const now = (minute: number) => expectedNow({ forecast }, Date.parse(at(minute)));
  expect([now(-1), now(7.5), now(15), now(22.5), now(31)]).toEqual([null, 5, 10, 20, null]);
  expect(expectedNow({ forecast: null }, 0)).toBeNull();
});

test("a day's forecast counts only the arrivals of that day", () => {
  const forecast = [
    { from: "2026-11-21T22:45:00Z", arrived: 40 },
    { from: "2026-11-21T23:00:00Z", arrived: 45 },
    { from: "2026-11-21T23:15:00Z", arrived: 60 },
  ];
  const forecastOn = (date: string) => forecastOfDay({ forecast }, { date, timeZone: "Europe/Berlin" });
  expect(forecastOn("2026-11-22")?.map(({ arrived }) => arrived)).toEqual([5, 20]);
  expect(forecastOn("2026-11-21")?.map(({ arrived }) => arrived)).toEqual([40]);
  expect(forecastOn("2026-11-23")).toBeNull();
  expect(forecastOfDay({ forecast: null }, { date: "2026-11-22", timeZone: "UTC" })).toBeNull();
});
