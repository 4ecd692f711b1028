import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { clockSpanMs, instantOf, movedOnClock, wallTimeOf } from "./zonedTime.ts";

describe("a time on the event's clock", () => {
  test.each([
    ["2026-12-12T19:00", "Europe/Berlin", "2026-12-12T18:00:00.000Z"],
    ["2026-07-12T19:00", "Europe/Berlin", "2026-07-12T17:00:00.000Z"],
    ["2026-12-12T19:00", "Asia/Kolkata", "2026-12-12T13:30:00.000Z"],
    ["2026-12-12T00:00", "Asia/Bangkok", "2026-12-11T17:00:00.000Z"],
  ])("%s in %s is the instant %s", (wallTime, zone, instant) => {
    expect(instantOf(wallTime, zone)).toBe(instant);
    expect(wallTimeOf(instant, zone)).toBe(wallTime);
  });

  test("a time in the hour that is skipped in spring is read with the offset before the change", () => {
    expect(instantOf("2026-03-29T02:30", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
  });

  test("a time in the hour repeated in autumn is the first of the two", () => {
    expect(instantOf("2026-10-25T02:30", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
  });

  test("an instant moves by what the clocks show, with its seconds, over a change of the clocks", () => {
    const zone = "Europe/Berlin";
    const [april, november] = [new Date("2026-04-10T17:00:00Z"), new Date("2026-11-20T18:00:00Z")];
    const spanMs = clockSpanMs(april, november, zone);
    expect(spanMs).toBe(224 * 24 * 3_600_000);
    expect(movedOnClock(april, spanMs, zone)).toEqual(november);
    const lateInWinter = new Date("2026-02-01T22:59:59Z");
    expect(movedOnClock(lateInWinter, spanMs, zone)).toEqual(new Date("2026-09-13T21:59:59Z"));
  });

  const invalid = ["", "tomorrow", "2026-02-30T10:00", "2026-12-12", "2026-12-12T25:00"];
  test.each(invalid)("%j is not a time", (text) => {
    expect(instantOf(text, "Europe/Berlin")).toBeNull();
  });

  test("without an instant the time is empty, and an unknown zone counts as UTC", () => {
    expect([wallTimeOf(null, "UTC"), wallTimeOf("never", "UTC")]).toEqual(["", ""]);
    expect(instantOf("2026-12-12T19:00", "Mars/Olympus")).toBe("2026-12-12T19:00:00.000Z");
  });

  test("a time is converted as Temporal does it, in any zone and at any minute from 2000 to 2049", () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    const minute = fc.date({
      min: new Date("2000-01-01T00:00Z"),
      max: new Date("2050-01-01T00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(zones, minute, (zone, date) => {
        const wallTime = date.toISOString().slice(0, 16);
        const expected = Temporal.PlainDateTime.from(wallTime).toZonedDateTime(zone);
        expect(Date.parse(instantOf(wallTime, zone) ?? "")).toBe(expected.epochMilliseconds);
        expect(wallTimeOf(`${wallTime}:00.000Z`, zone)).toBe(
          Temporal.Instant.from(`${wallTime}:00Z`)
            .toZonedDateTimeISO(zone)
            .toPlainDateTime()
            .toString()
            .slice(0, 16),
        );
      }),
      { numRuns: 300 },
    );
  });
});
