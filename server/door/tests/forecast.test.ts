import { expect, test } from "vitest";
import { type EarlierArrivals, forecastOf } from "../forecast.ts";

const at = (time: string) => new Date(`2030-06-01T${time}:00Z`);
const earlierEvent = (
  start: string,
  registered: number,
  arrivals: Record<string, number>,
): EarlierArrivals => ({
  start: at(start),
  registered,
  arrivals: Object.entries(arrivals).map(([time, count]) => ({ slot: at(time), count })),
});
const forecastSlots = (expected: number, events: EarlierArrivals[], start = "20:00") =>
  forecastOf({ start: at(start), expected }, events)?.map(
    ({ from, arrived }) => `${from.toISOString().slice(11, 16)} ${arrived}`,
  ) ?? null;

test("there is no forecast without registered people or an earlier event that has arrivals", () => {
  expect(forecastSlots(0, [earlierEvent("18:00", 50, { "17:45": 10 })])).toBeNull();
  expect(forecastSlots(100, [])).toBeNull();
  expect(forecastSlots(100, [earlierEvent("18:00", 50, {})])).toBeNull();
  expect(forecastSlots(100, [earlierEvent("18:00", 0, { "17:45": 10 })])).toBeNull();
});

test("the forecast has the same share of people at each quarter hour, counted from the start, as the earlier event", () => {
  const event = earlierEvent("18:00", 40, { "17:30": 10, "18:00": 20 });
  expect(forecastSlots(200, [event])).toEqual(["19:30 50", "19:45 50", "20:00 150", "20:15 150"]);
});

test("the forecast of several events is the mean of their shares, regardless of their size", () => {
  const large = earlierEvent("18:00", 1000, { "17:45": 1000 });
  const small = earlierEvent("12:00", 10, { "11:45": 2, "12:00": 2 });
  expect(forecastSlots(100, [large, small])).toEqual(["19:45 60", "20:00 70", "20:15 70"]);
});

test("a forecast is at most the expected number, even if more people had arrived than were registered", () => {
  const cancelledAfterwards = earlierEvent("18:00", 10, { "17:45": 8, "18:00": 8 });
  expect(forecastSlots(100, [cancelledAfterwards])).toEqual(["19:45 80", "20:00 100", "20:15 100"]);
});

test("if the event starts between two quarter hours, arrivals of an earlier quarter hour are forecast from its end on", () => {
  const event = earlierEvent("18:00", 10, { "17:45": 5, "18:00": 5 });
  expect(forecastSlots(100, [event], "20:05")).toEqual(["19:45 0", "20:00 50", "20:15 100"]);
});

test("an arrival a month later is not counted, and lengthens the forecast to about two days at most", () => {
  const event: EarlierArrivals = {
    ...earlierEvent("18:00", 20, { "17:45": 10 }),
    arrivals: [
      { slot: at("17:45"), count: 10 },
      { slot: new Date("2030-07-01T12:00:00Z"), count: 1 },
    ],
  };
  const forecast = forecastOf({ start: at("20:00"), expected: 100 }, [event])!;
  expect(forecast.length).toBeLessThan(4 * 49);
  expect(forecast.at(-1)?.arrived).toBe(50);
});
