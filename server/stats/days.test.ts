import { expect, test } from "vitest";
import { dayIn, stepsOver } from "./days.ts";

const hoursOf = ({ from, to }: { from: Date; to: Date }) => (to.getTime() - from.getTime()) / 3_600_000;

test.each([
  ["Europe/Berlin", "2026-06-15", "2026-06-14T22:00:00.000Z", 24],
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z", 23],
  ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", 25],
  ["Asia/Bangkok", "2026-06-15", "2026-06-14T17:00:00.000Z", 24],
  ["Asia/Kathmandu", "2026-06-15", "2026-06-14T18:15:00.000Z", 24],
  ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00.000Z", 24.5],
  // Clocks change from 23:59 to 01:00 in this zone, so the day begins an hour late.
  ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z", 23],
  ["Mars/Olympus", "2026-06-15", "2026-06-15T00:00:00.000Z", 24],
])("in %s the day %s begins at %s and has %d hours", (zone, date, from, hours) => {
  const day = dayIn(zone, date);
  expect(day.from.toISOString()).toBe(from);
  expect(hoursOf(day)).toBe(hours);
});

const span = (first: string, last: string) => ({ first: new Date(first), last: new Date(last) });

test("registrations of one day are shown by the hour, from the first hour to the last", () => {
  const { step, starts } = stepsOver("Asia/Kathmandu", span("2026-06-15T08:30:00Z", "2026-06-15T11:00:00Z"));
  expect(step).toBe("hour");
  expect(starts.map((start) => start.toISOString())).toEqual([
    "2026-06-15T08:15:00.000Z",
    "2026-06-15T09:15:00.000Z",
    "2026-06-15T10:15:00.000Z",
  ]);
});

test("registrations of four days are shown by day, also over a change of clocks", () => {
  const { step, starts } = stepsOver("Europe/Berlin", span("2026-03-27T12:00:00Z", "2026-03-30T12:00:00Z"));
  expect(step).toBe("day");
  expect(starts.map((start) => start.toISOString())).toEqual([
    "2026-03-26T23:00:00.000Z",
    "2026-03-27T23:00:00.000Z",
    "2026-03-28T23:00:00.000Z",
    "2026-03-29T22:00:00.000Z",
  ]);
});

test("registrations of ten years are shown for the last 1,100 days", () => {
  const { starts } = stepsOver("UTC", span("2016-01-01T00:00:00Z", "2026-01-01T00:00:00Z"));
  expect(starts).toHaveLength(1100);
  expect(starts.at(-1)?.toISOString()).toBe("2026-01-01T00:00:00.000Z");
});
