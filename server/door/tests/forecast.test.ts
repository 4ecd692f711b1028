import { expect, test } from "vitest";
import { type EarlierArrivals, forecastOf } from "../forecast.ts";

const at = (time: string) => new Date(`2030-06-01T${time}:00Z`);
const earlier = (start: string, registered: number, arrivals: Record<string, number>): EarlierArrivals => ({
  start: at(start),
  registered,
  arrivals: Object.entries(arrivals).map(([time, count]) => ({ slot: at(time), count })),
});
const told = (expected: number, events: EarlierArrivals[], start = "20:00") =>
  forecastOf({ start: at(start), expected }, events)?.map(
    ({ from, arrived }) => `${from.toISOString().slice(11, 16)} ${arrived}`,
  ) ?? null;

test("without an earlier event nothing is foretold", () => {
  expect(told(100, [])).toBeNull();
  expect(told(100, [earlier("18:00", 50, {})])).toBeNull();
  expect(told(100, [earlier("18:00", 0, { "17:45": 10 })])).toBeNull();
});

test("as large a share comes by each quarter of an hour as came at the earlier event, relative to its start", () => {
  const event = earlier("18:00", 40, { "17:30": 10, "18:00": 20 });
  expect(told(200, [event])).toEqual(["19:30 50", "19:45 50", "20:00 150", "20:15 150"]);
});

test("of several events it is the mean of their shares, however large they were", () => {
  const large = earlier("18:00", 1000, { "17:45": 1000 });
  const small = earlier("12:00", 10, { "11:45": 2, "12:00": 2 });
  expect(told(100, [large, small])).toEqual(["19:45 60", "20:00 70", "20:15 70"]);
});

test("never more are foretold than are expected, and never fewer than the quarter before", () => {
  const cancelledAfterwards = earlier("18:00", 10, { "17:45": 8, "18:00": 8 });
  expect(told(100, [cancelledAfterwards])).toEqual(["19:45 80", "20:00 100", "20:15 100"]);
});

test("a start that is on no quarter of an hour foretells by those that are over by then", () => {
  const event = earlier("18:00", 10, { "17:45": 5, "18:00": 5 });
  expect(told(100, [event], "20:05")).toEqual(["19:45 0", "20:00 50", "20:15 100"]);
});

test("what came days later stretches nothing", () => {
  const event: EarlierArrivals = {
    ...earlier("18:00", 20, { "17:45": 10 }),
    arrivals: [
      { slot: at("17:45"), count: 10 },
      { slot: new Date("2030-07-01T12:00:00Z"), count: 1 },
    ],
  };
  const forecast = forecastOf({ start: at("20:00"), expected: 100 }, [event])!;
  expect(forecast.length).toBeLessThan(4 * 49);
  expect(forecast.at(-1)?.arrived).toBe(50);
});
