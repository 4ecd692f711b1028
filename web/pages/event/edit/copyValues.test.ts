import { expect, test } from "vitest";
import { copyBodyOf, copyProblems, copyValuesOf } from "./copyValues.ts";

const gala = { id: 7, name: "Gala", startDatetime: "2026-04-11T17:30:00.000Z", timeZone: "Europe/Berlin" };

const now = new Date("2026-04-20T00:00:00Z");

test("a copy is offered for the same weekday a year later, at the same time in the event's time zone", () => {
  expect(copyValuesOf(gala, now)).toEqual({ name: "Gala", start: "2027-04-10T19:30" });
  const beforeSummer = { ...gala, startDatetime: "2026-03-28T18:30:00.000Z" };
  expect(copyBodyOf(copyValuesOf(beforeSummer, now), beforeSummer).startDatetime).toBe(
    "2027-03-27T18:30:00.000Z",
  );
});

test("a copy of an old event is in the future, and the event's year in its name becomes the year of the copy", () => {
  const old = { ...gala, name: "Gala 2026", startDatetime: "2026-04-11T17:30:00.000Z" };
  expect(copyValuesOf(old, now).name).toBe("Gala 2027");
  const later = new Date("2029-01-10T00:00:00Z");
  expect(copyValuesOf(old, later)).toEqual({ name: "Gala 2029", start: "2029-04-07T19:30" });
  expect(copyValuesOf({ ...old, name: "Room 20260" }, now).name).toBe("Room 20260");
});

test.each([
  ["2026-01-01", "2027-01-07"],
  ["2028-01-01", "2029-01-06"],
  ["2028-01-02", "2029-01-07"],
  ["2026-01-02", "2027-01-01"],
])("a copy of an event on %s is offered for %s, which is in a later year", (day, copyDay) => {
  const concert = { ...gala, name: `Concert ${day.slice(0, 4)}`, startDatetime: `${day}T17:30:00.000Z` };
  expect(copyValuesOf(concert, new Date(day))).toEqual({
    name: `Concert ${copyDay.slice(0, 4)}`,
    start: `${copyDay}T18:30`,
  });
});

test("a copy needs a name and a time", () => {
  expect(copyProblems({ name: " ", start: "" }, "Europe/Berlin")).toEqual({
    name: "Please give the event a name.",
    start: "Please choose a day and a time.",
  });
  expect(copyProblems({ name: "Gala", start: "2027-04-10T19:30" }, "Europe/Berlin")).toEqual({});
});
