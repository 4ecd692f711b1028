import { describe, expect, test } from "vitest";
import { bodyOf, problemsOf, valuesOf } from "./taxRateForm.ts";

const timeZone = "Europe/Berlin";
const rate = {
  id: 3,
  clubId: 1,
  name: "Food",
  percent: 8.875,
  validFrom: "2026-12-31T23:00:00.000Z",
  isActive: true,
};

describe("the form of a tax rate", () => {
  test("a rate is valid from midnight of the chosen day, in the given time zone", () => {
    const values = valuesOf(rate, timeZone);
    expect(values).toEqual({ name: "Food", percent: "8.875", validFrom: "2027-01-01", isActive: true });
    expect(bodyOf({ ...values, validFrom: "2027-07-01" }, { clubId: 1, rate, timeZone })).toEqual({
      id: 3,
      name: "Food",
      percent: 8.875,
      validFrom: "2027-06-30T22:00:00.000Z",
      isActive: true,
    });
  });

  test("if the day is not changed, a save keeps the exact stored time, in any time zone", () => {
    const elsewhere = "America/New_York";
    const values = valuesOf(rate, elsewhere);
    expect(bodyOf(values, { clubId: 1, rate, timeZone: elsewhere }).validFrom).toBe(rate.validFrom);
  });

  test("a new rate belongs to the club and needs no day", () => {
    const values = { ...valuesOf(null, timeZone), name: "Food", percent: "7,5" };
    expect(problemsOf(values)).toEqual({});
    expect(bodyOf(values, { clubId: 1, rate: null, timeZone })).toEqual({
      clubId: 1,
      name: "Food",
      percent: 7.5,
      validFrom: null,
      isActive: true,
    });
  });

  test("a name and a percentage from 0 to 100 with at most 3 decimals are required", () => {
    expect(Object.keys(problemsOf(valuesOf(null, timeZone)))).toEqual(["name", "percent"]);
    for (const percent of ["", "-1", "100.5", "7.1234", "seven"])
      expect(Object.keys(problemsOf({ ...valuesOf(rate, timeZone), percent }))).toEqual(["percent"]);
    for (const percent of ["0", "100", "7.123"])
      expect(problemsOf({ ...valuesOf(rate, timeZone), percent })).toEqual({});
  });
});
