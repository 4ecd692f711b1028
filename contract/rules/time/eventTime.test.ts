import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DateFormat, dateFormats } from "./dateFormats.ts";
import {
  eventDays,
  formatClock,
  formatDay,
  formatEventTime,
  formatMoment,
  formatShortDay,
  knownZone,
  localDay,
  zoneName,
} from "./eventTime.ts";

const gala = {
  start: "2026-12-12T12:00:00Z",
  end: "2026-12-12T16:00:00Z",
  timeZone: "Asia/Bangkok",
  isAllDay: false,
  showEndTime: true,
  dateFormat: dateFormats[0],
};
const newYork = { ...gala, timeZone: "America/New_York" };

describe("an event's time", () => {
  test("an event's time is written in the event's zone", () => {
    expect(formatEventTime(gala)).toEqual({
      text: "Sat, Dec 12, 2026, 7:00 PM – 11:00 PM",
      zoneLabel: "Bangkok time (GMT+7)",
      readerText: null,
      readerZoneLabel: null,
    });
  });

  test("an event's time is written in the reader's zone too if the reader's clock differs", () => {
    expect(formatEventTime(gala, "Europe/Berlin")).toMatchObject({
      text: "Sat, Dec 12, 2026, 7:00 PM – 11:00 PM",
      readerText: "Sat, Dec 12, 2026, 1:00 PM – 5:00 PM",
      readerZoneLabel: "Berlin time (GMT+1)",
    });
    expect(formatEventTime(gala, "America/Los_Angeles").readerText).toBe(
      "Sat, Dec 12, 2026, 4:00 AM – 8:00 AM",
    );
  });

  test("an event's time is not repeated for a reader whose zone has another name and the same clock", () => {
    expect(formatEventTime(gala, "Asia/Ho_Chi_Minh").readerText).toBeNull();
    expect(formatEventTime(gala, "Asia/Bangkok").readerText).toBeNull();
  });

  test("clocks are compared at the time of the event, not today: Phoenix equals Denver in winter only", () => {
    const denver = { ...gala, timeZone: "America/Denver" };
    expect(formatEventTime(denver, "America/Phoenix").readerText).toBeNull();
    const inJune = { ...denver, start: "2026-06-12T12:00:00Z", end: null };
    expect(formatEventTime(inJune, "America/Phoenix").readerText).toBe("Fri, Jun 12, 2026, 5:00 AM");
  });

  test("an event's time follows daylight saving before and after the clock is put back", () => {
    const night = { ...newYork, start: "2026-11-01T05:30:00Z", end: "2026-11-01T06:45:00Z" };
    expect(formatEventTime(night)).toMatchObject({
      text: "Sun, Nov 1, 2026, 1:30 AM – 1:45 AM",
      zoneLabel: "New York time (GMT-4)",
    });
    expect(formatEventTime({ ...night, start: "2026-11-01T06:30:00Z" }).zoneLabel).toBe(
      "New York time (GMT-5)",
    );
  });

  test("an event's time skips the hour that does not exist in spring", () => {
    const spring = { ...newYork, start: "2026-03-08T06:30:00Z", end: "2026-03-08T07:30:00Z" };
    expect(formatEventTime(spring).text).toBe("Sun, Mar 8, 2026, 1:30 AM – 3:30 AM");
  });

  test("an event's time shows both days if the event ends on another day", () => {
    const regatta = { ...gala, end: "2026-12-14T10:00:00Z" };
    expect(formatEventTime(regatta).text).toBe("Sat, Dec 12, 2026, 7:00 PM – Mon, Dec 14, 2026, 5:00 PM");
  });

  test("an event's time leaves out an end that is hidden, missing or not after the start", () => {
    const startOnly = "Sat, Dec 12, 2026, 7:00 PM";
    expect(formatEventTime({ ...gala, showEndTime: false }).text).toBe(startOnly);
    expect(formatEventTime({ ...gala, end: null }).text).toBe(startOnly);
    expect(formatEventTime({ ...gala, end: gala.start }).text).toBe(startOnly);
    expect(formatEventTime({ ...gala, end: "2026-12-11T00:00:00Z" }).text).toBe(startOnly);
  });

  test("the time of an all-day event has no hours and is not converted to the reader's zone", () => {
    const fair = { ...gala, isAllDay: true, start: "2026-12-11T17:00:00Z", end: "2026-12-13T17:00:00Z" };
    expect(formatEventTime(fair, "America/Los_Angeles")).toMatchObject({
      text: "Sat, Dec 12, 2026 – Sun, Dec 13, 2026",
      readerText: null,
    });
    expect(formatEventTime({ ...fair, end: "2026-12-12T16:59:00Z" }).text).toBe("Sat, Dec 12, 2026");
    expect(formatEventTime({ ...fair, end: null }).text).toBe("Sat, Dec 12, 2026");
  });

  test("a time in an unknown zone is written in UTC, and an unknown zone of a reader is ignored", () => {
    expect(formatEventTime({ ...gala, timeZone: "Mars/Olympus" }, "no zone")).toEqual({
      text: "Sat, Dec 12, 2026, 12:00 PM – 4:00 PM",
      zoneLabel: "UTC",
      readerText: null,
      readerZoneLabel: null,
    });
  });

  test("an event's time uses plain spaces", () => {
    expect(formatEventTime(gala).text).toMatch(/^[\x20-\x7e–]+$/);
  });

  test.each([
    ["MM/DD/YYYY HH:mm", "Sun, Dec 6, 2026, 7:00 PM – 11:00 PM", "Sun, Dec 6, 2026, 1:00 PM – 5:00 PM"],
    ["DD/MM/YYYY HH:mm", "Sun, 6 Dec 2026, 19:00 – 23:00", "Sun, 6 Dec 2026, 13:00 – 17:00"],
    ["YYYY-MM-DD HH:mm", "Sun, 2026-12-06, 19:00 – 23:00", "Sun, 2026-12-06, 13:00 – 17:00"],
    ["MM/DD/YYYY", "Sun, Dec 6, 2026", null],
    ["DD/MM/YYYY", "Sun, 6 Dec 2026", null],
  ] as const)("an event's time in the format %s is %s", (dateFormat, text, readerText) => {
    const early = { ...gala, start: "2026-12-06T12:00:00Z", end: "2026-12-06T16:00:00Z", dateFormat };
    expect(formatEventTime(early, "Europe/Berlin")).toMatchObject({ text, readerText });
  });

  test("a moment is written with its time of day in every format", () => {
    const momentText = (dateFormat: DateFormat) =>
      formatMoment("2026-12-06T17:05:00Z", { timeZone: "Asia/Bangkok", dateFormat }).text;
    expect(dateFormats.map(momentText)).toEqual([
      "Mon, Dec 7, 2026, 12:05 AM",
      "Mon, 7 Dec 2026, 00:05",
      "Mon, 2026-12-07, 00:05",
      "Mon, Dec 7, 2026, 12:05 AM",
      "Mon, 7 Dec 2026, 00:05",
    ]);
  });

  test("a calendar day is written long and short in every format", () => {
    expect(dateFormats.map((one) => formatDay("2026-12-06", one))).toEqual([
      "Sun, Dec 6, 2026",
      "Sun, 6 Dec 2026",
      "Sun, 2026-12-06",
      "Sun, Dec 6, 2026",
      "Sun, 6 Dec 2026",
    ]);
    expect(dateFormats.map((one) => formatShortDay("2026-12-06", one))).toEqual([
      "Sun Dec 6",
      "Sun 6 Dec",
      "Sun Dec 6",
      "Sun Dec 6",
      "Sun 6 Dec",
    ]);
    expect([formatDay("soon", dateFormats[0]), formatShortDay("soon", dateFormats[0])]).toEqual([
      "soon",
      "soon",
    ]);
  });

  test.each([
    ["day", "Jun 16", "16 Jun"],
    ["hour", "Jun 16, 12 AM", "16 Jun, 00:15"],
    ["minute", "12:15 AM", "00:15"],
    ["dayAndMinute", "Jun 16, 12:15 AM", "16 Jun, 00:15"],
  ] as const)(
    "a time with the detail %s is %s, or %s if the day comes first",
    (detail, monthFirst, dayFirst) => {
      const clockText = (dateFormat: DateFormat, timeZone = "Europe/Berlin") =>
        formatClock("2026-06-15T22:15:00.000Z", { timeZone, dateFormat }, detail);
      expect(clockText("MM/DD/YYYY HH:mm")).toBe(monthFirst);
      expect(clockText("DD/MM/YYYY")).toBe(dayFirst);
      expect(clockText("MM/DD/YYYY", "Mars/Olympus")).toBe(clockText("MM/DD/YYYY", "UTC"));
    },
  );

  test("an event's time is written for any start, end and zones, without an error", () => {
    const zones = fc.oneof(fc.string(), fc.constantFrom("Asia/Kolkata", "Etc/GMT+5", "+05:30", "UTC", ""));
    const instants = fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.date({ noInvalidDate: false }),
      fc.string(),
    );
    fc.assert(
      fc.property(
        instants,
        fc.option(instants),
        zones,
        fc.option(zones),
        fc.boolean(),
        (start, end, timeZone, reader, isAllDay) => {
          const formatted = formatEventTime({ ...gala, start, end, timeZone, isAllDay }, reader);
          expect(formatted.text).not.toBe("");
          expect(formatted.text).not.toContain("Invalid");
        },
      ),
    );
    expect(formatEventTime({ ...gala, start: "soon" }).text).toBe("Date to be announced");
  });
});

describe("a zone's name", () => {
  test.each([
    ["Asia/Ho_Chi_Minh", "Ho Chi Minh time (GMT+7)"],
    ["America/Argentina/Buenos_Aires", "Buenos Aires time (GMT-3)"],
    ["Asia/Kolkata", "Kolkata time (GMT+5:30)"],
    ["Etc/GMT+5", "GMT-5"],
    ["+05:30", "GMT+5:30"],
    ["Etc/UTC", "UTC"],
    ["UTC", "UTC"],
  ])("the zone %s is called %s", (timeZone, label) => {
    expect(formatEventTime({ ...gala, timeZone }).zoneLabel).toBe(label);
  });

  test.each([
    ["America/New_York", "New York time"],
    ["Etc/GMT+5", "GMT-5"],
    ["UTC", "UTC"],
    ["Europe/Atlantis", "UTC"],
  ])("a page calls the zone %s %s, without the offset of a season", (timeZone, name) => {
    expect(zoneName(timeZone)).toBe(name);
  });

  test("only a time zone that exists is known", () => {
    expect(knownZone("Europe/London")).toBe("Europe/London");
    expect(knownZone("Europe/Atlantis")).toBeNull();
    expect(knownZone("")).toBeNull();
  });
});

describe("an event's days", () => {
  test("the day of an instant is its day in the zone", () => {
    expect(localDay("2026-12-12T18:00:00Z", "Asia/Bangkok")).toBe("2026-12-13");
    expect(localDay("2026-12-12T18:00:00Z", "America/New_York")).toBe("2026-12-12");
    expect(localDay("never", "UTC")).toBeNull();
  });

  test("an event that ends at midnight does not include the day that begins then", () => {
    expect(
      eventDays({ start: "2026-12-11T17:00:00Z", end: "2026-12-13T17:00:00Z", timeZone: "Asia/Bangkok" }),
    ).toEqual({ first: "2026-12-12", last: "2026-12-13" });
    expect(eventDays({ start: "2026-12-11T17:00:00Z", end: null, timeZone: "Asia/Bangkok" })).toEqual({
      first: "2026-12-12",
      last: "2026-12-12",
    });
  });

  test("an event's days are right on both days on which clocks change", () => {
    expect(
      eventDays({ start: "2026-11-01T04:00:00Z", end: "2026-11-02T05:00:00Z", timeZone: "America/New_York" }),
    ).toEqual({
      first: "2026-11-01",
      last: "2026-11-01",
    });
    expect(
      eventDays({ start: "2026-03-08T05:00:00Z", end: "2026-03-09T04:00:00Z", timeZone: "America/New_York" }),
    ).toEqual({
      first: "2026-03-08",
      last: "2026-03-08",
    });
  });
});
