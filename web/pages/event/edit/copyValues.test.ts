import { expect, test } from "vitest";
import { copyBodyOf, copyProblems, copyValuesOf } from "./copyValues.ts";

const gala = { id: 7, name: "Gala", startDatetime: "2026-04-11T17:30:00.000Z", timeZone: "Europe/Berlin" };

test("a copy is offered for the same weekday a year later, at the same time in the event's time zone", () => {
  expect(copyValuesOf(gala)).toEqual({ name: "Gala", start: "2027-04-10T19:30" });
  const beforeSummer = { ...gala, startDatetime: "2026-03-28T18:30:00.000Z" };
  expect(copyBodyOf(copyValuesOf(beforeSummer), beforeSummer).startDatetime).toBe("2027-03-27T18:30:00.000Z");
});

test("a copy needs a name and a time", () => {
  expect(copyProblems({ name: " ", start: "" }, "Europe/Berlin")).toEqual({
    name: "Please give the event a name.",
    start: "Please choose a day and a time.",
  });
  expect(copyProblems({ name: "Gala", start: "2027-04-10T19:30" }, "Europe/Berlin")).toEqual({});
});
