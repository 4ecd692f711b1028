import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toWellFormed } from "../wellFormed.ts";
import { dayStamps, googleCalendarUrl, mapUrl, subscribeLinks, utcStamp } from "./calendarLinks.ts";

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

function queryOf(url: string | null): Record<string, string> {
  const pairs = (url ?? "").slice((url ?? "").indexOf("?") + 1).split("&");
  return Object.fromEntries(
    pairs
      .map((pair) => pair.split("=", 2).map(decodeURIComponent))
      .map(([key = "", value = ""]) => [key, value]),
  );
}

describe("the link to Google Calendar", () => {
  test.each(["An evening by the water. ", "งานเลี้ยงริมน้ำ "])(
    "a long description of “%s” is cut, so that the address is short enough and has the event's page",
    (sentence) => {
      const url = googleCalendarUrl({ ...gala, description: sentence.repeat(300) })!;
      expect(url.length).toBeLessThan(8000);
      const { details = "" } = queryOf(url);
      expect(details).toContain(sentence.repeat(20));
      expect(details).not.toContain(sentence.repeat(300));
      expect(details.endsWith(`\n\n${gala.url}`)).toBe(true);
    },
  );

  test("a Google Calendar link contains the event with its times in UTC", () => {
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

  test("a Google Calendar link of an all-day event ends on the day after the last day", () => {
    const fair = { ...gala, isAllDay: true, start: "2026-12-30T17:00:00Z", end: "2027-01-01T17:00:00Z" };
    expect(queryOf(googleCalendarUrl(fair)).dates).toBe("20261231/20270102");
    expect(queryOf(googleCalendarUrl({ ...fair, end: null })).dates).toBe("20261231/20270101");
  });

  test("a Google Calendar link of an event without an end has the start as its end", () => {
    expect(queryOf(googleCalendarUrl({ ...gala, end: null })).dates).toBe(
      "20261212T120000Z/20261212T120000Z",
    );
  });

  test("an event without a valid start has no Google Calendar link", () => {
    expect(googleCalendarUrl({ ...gala, start: "soon" })).toBeNull();
    expect(googleCalendarUrl({ ...gala, start: "soon", isAllDay: true })).toBeNull();
  });

  test("a Google Calendar link keeps name and location inside their own parameters, whatever they contain", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, location) => {
        const query = queryOf(googleCalendarUrl({ ...gala, name: `x${name}`, location: `y${location}` }));
        expect(query.text).toBe(toWellFormed(`x${name}`));
        expect(query.location).toBe(toWellFormed(`y${location}`));
      }),
    );
    expect(googleCalendarUrl({ ...gala, description: "🎉".repeat(5000) })?.length).toBeLessThan(8000);
  });
});

test("a map link searches for the location; an event without a location has no map link", () => {
  expect(mapUrl(" 1 Pier Road & Sons ")).toBe(
    "https://www.google.com/maps/search/?api=1&query=1%20Pier%20Road%20%26%20Sons",
  );
  expect(mapUrl("  ")).toBeNull();
});

test("a time stamp is in UTC, and day stamps are an event's first day and the day after its last", () => {
  expect(utcStamp("2026-12-12T12:00:00.123Z")).toBe("20261212T120000Z");
  expect(utcStamp("never")).toBeNull();
  expect(dayStamps({ start: "2028-02-28T12:00:00Z", end: null, timeZone: "UTC" })).toEqual({
    first: "20280228",
    afterLast: "20280229",
  });
});

test("the links that subscribe to a calendar use webcal, for the device's program and for Google Calendar", () => {
  const { program, google } = subscribeLinks("https://foyer.example/api/event/feed.ics?clubId=7");
  expect(program).toBe("webcal://foyer.example/api/event/feed.ics?clubId=7");
  expect(queryOf(google)).toEqual({ cid: program });
});
