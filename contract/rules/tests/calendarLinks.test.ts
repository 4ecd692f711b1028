import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayStamps, googleCalendarUrl, mapUrl, utcStamp } from "../calendarLinks.ts";
import { toWellFormed } from "../wellFormed.ts";

const gala = {
  name: "Summer Gala & Friends",
  start: "2026-12-12T12:00:00Z",
  end: "2026-12-12T16:00:00Z",
  timeZone: "Asia/Bangkok",
  isAllDay: false,
  location: "Harbour Club, 1 Pier Road",
  description: "Dinner & dance #1",
  url: "https://foyer.example/summer-gala",
};

/** The query of an address as the other side reads it. */
function queryOf(url: string | null): Record<string, string> {
  const pairs = (url ?? "").slice((url ?? "").indexOf("?") + 1).split("&");
  return Object.fromEntries(
    pairs
      .map((pair) => pair.split("=", 2).map(decodeURIComponent))
      .map(([key = "", value = ""]) => [key, value]),
  );
}

describe("the link to Google Calendar", () => {
  test("carries the event with its instants in UTC", () => {
    expect(googleCalendarUrl(gala)).toMatch(
      /^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&/,
    );
    expect(queryOf(googleCalendarUrl(gala))).toEqual({
      action: "TEMPLATE",
      text: "Summer Gala & Friends",
      dates: "20261212T120000Z/20261212T160000Z",
      ctz: "Asia/Bangkok",
      location: "Harbour Club, 1 Pier Road",
      details: "Dinner & dance #1\n\nhttps://foyer.example/summer-gala",
    });
  });

  test("of whole days ends on the day after the last", () => {
    const fair = { ...gala, isAllDay: true, start: "2026-12-30T17:00:00Z", end: "2027-01-01T17:00:00Z" };
    expect(queryOf(googleCalendarUrl(fair)).dates).toBe("20261231/20270102");
    expect(queryOf(googleCalendarUrl({ ...fair, end: null })).dates).toBe("20261231/20270101");
  });

  test("of an event without an end starts and ends at once", () => {
    expect(queryOf(googleCalendarUrl({ ...gala, end: null })).dates).toBe(
      "20261212T120000Z/20261212T120000Z",
    );
  });

  test("is missing when the event has no start", () => {
    expect(googleCalendarUrl({ ...gala, start: "soon" })).toBeNull();
    expect(googleCalendarUrl({ ...gala, start: "soon", isAllDay: true })).toBeNull();
  });

  test("keeps every text inside its own parameter, whatever is in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, location) => {
        const query = queryOf(googleCalendarUrl({ ...gala, name: `x${name}`, location: `y${location}` }));
        expect(query.text).toBe(toWellFormed(`x${name}`));
        expect(query.location).toBe(toWellFormed(`y${location}`));
      }),
    );
    expect(googleCalendarUrl({ ...gala, description: "🎉".repeat(5000) })?.length).toBeLessThan(12_000);
  });
});

test("the link to a map searches for the place, and is missing without one", () => {
  expect(mapUrl(" 1 Pier Road & Sons ")).toBe(
    "https://www.google.com/maps/search/?api=1&query=1%20Pier%20Road%20%26%20Sons",
  );
  expect(mapUrl("  ")).toBeNull();
});

test("stamps are instants in UTC and days in the event's zone", () => {
  expect(utcStamp("2026-12-12T12:00:00.123Z")).toBe("20261212T120000Z");
  expect(utcStamp("never")).toBeNull();
  expect(dayStamps({ start: "2028-02-28T12:00:00Z", end: null, timeZone: "UTC" })).toEqual({
    first: "20280228",
    afterLast: "20280229",
  });
});
