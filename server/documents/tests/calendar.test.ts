import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { calendarFile, calendarType } from "../calendar.ts";

const gala = {
  eventId: 3,
  version: 7,
  updatedAt: "2026-11-20T10:00:00Z",
  name: "Summer Gala; dinner, dance \\ & more",
  start: "2026-12-12T12:00:00Z",
  end: "2026-12-12T16:00:00Z",
  timeZone: "Asia/Bangkok",
  isAllDay: false,
  location: "Harbour Club, 1 Pier Road",
  description: "Line one\nLine two: งานเลี้ยงฤดูร้อนริมแม่น้ำเจ้าพระยา พร้อมดนตรีสดและอาหารค่ำ 🎉",
  url: "https://foyer.example/summer-gala",
  organiser: { name: 'Harbour "Club"; Hamburg', email: "office@harbour.example", phone: null },
};

function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const component = calendar.getFirstSubcomponent("vevent");
  if (component === null) throw new Error("no event in the file");
  return { calendar, component, event: new ICAL.Event(component) };
}

describe("a calendar file", () => {
  test("a calendar file has the name, place, description, address and status of the event", () => {
    const { calendar, event, component } = read(calendarFile(gala));
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
    expect(event.summary).toBe(gala.name);
    expect(event.location).toBe(gala.location);
    expect(event.description).toBe(gala.description);
    expect(component.getFirstPropertyValue("url")).toBe(gala.url);
    expect(component.getFirstPropertyValue("status")).toBe("CONFIRMED");
  });

  test("a calendar file has times in UTC, even if the event has another time zone", () => {
    const { event } = read(calendarFile(gala));
    expect(event.startDate.toJSDate().toISOString()).toBe("2026-12-12T12:00:00.000Z");
    expect(event.endDate.toJSDate().toISOString()).toBe("2026-12-12T16:00:00.000Z");
    expect(calendarFile(gala)).not.toContain("TZID");
  });

  test("a calendar file of a changed event has the same entry id and a higher sequence number", () => {
    const first = read(calendarFile(gala)).event;
    const later = read(
      calendarFile({ ...gala, version: 8, name: "Winter Gala", start: "2026-12-13T12:00:00Z" }),
    ).event;
    expect(first.uid).toBe("event-3@foyer.example");
    expect(later.uid).toBe(first.uid);
    expect([first.sequence, later.sequence]).toEqual([7, 8]);
  });

  test("a calendar file of an all-day event has dates of the event's zone and ends on the day after the last", () => {
    const fair = { ...gala, isAllDay: true, start: "2026-12-30T17:00:00Z", end: "2027-01-01T17:00:00Z" };
    const { event } = read(calendarFile(fair));
    expect(event.startDate.isDate).toBe(true);
    expect(event.startDate.toString()).toBe("2026-12-31");
    expect(event.endDate.toString()).toBe("2027-01-02");
  });

  test("a calendar file of an event without an end, or that ends when it starts, has no end", () => {
    expect(calendarFile({ ...gala, end: null })).not.toContain("DTEND");
    expect(calendarFile({ ...gala, end: gala.start })).not.toContain("DTEND");
  });

  test("a calendar file of a cancelled event removes the entry", () => {
    const cancelled = { ...gala, isCancelled: true };
    const { calendar, component } = read(calendarFile(cancelled));
    expect(calendar.getFirstPropertyValue("method")).toBe("CANCEL");
    expect(component.getFirstPropertyValue("status")).toBe("CANCELLED");
    expect([calendarType(gala), calendarType(cancelled)]).toEqual([
      "text/calendar; charset=utf-8; method=PUBLISH",
      "text/calendar; charset=utf-8; method=CANCEL",
    ]);
  });

  test("a calendar file has the club as organiser, with its e-mail address or the event's page", () => {
    const { component } = read(calendarFile(gala));
    const organiser = component.getFirstProperty("organizer")!;
    expect(organiser.getFirstValue()).toBe("mailto:office@harbour.example");
    expect(organiser.getFirstParameter("cn")).toBe("Harbour  Club ; Hamburg");
    const withoutEmail = calendarFile({ ...gala, organiser: { ...gala.organiser, email: null } });
    expect(read(withoutEmail).component.getFirstPropertyValue("organizer")).toBe(gala.url);
  });

  test("a calendar file has the time of the event's last change", () => {
    const changed = read(calendarFile(gala)).component.getFirstPropertyValue("last-modified");
    expect(String(changed)).toBe("2026-11-20T10:00:00Z");
  });

  test("a calendar file does not break a line between a Thai letter and its vowel", () => {
    const letters = new Intl.Segmenter("th", { granularity: "grapheme" });
    const text = "ก๊วยเตี๋ยวน้ำ".repeat(40);
    const lines = calendarFile({ ...gala, description: text }).split("\r\n ");
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.flatMap((line) => [...letters.segment(line)]).map(({ segment }) => segment)).toEqual(
      [...letters.segment(lines.join(""))].map(({ segment }) => segment),
    );
  });

  test("a calendar file has lines of at most 75 octets, broken between characters", () => {
    const file = calendarFile({ ...gala, description: "ก๊วยเตี๋ยว 🎉".repeat(80) });
    const lines = file.split("\r\n");
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(file).not.toContain("\uFFFD");
    expect(read(file).event.description).toBe("ก๊วยเตี๋ยว 🎉".repeat(80));
  });

  test("no name, place or description of an event can add an entry or an alarm to a calendar file", () => {
    const text = fc.string({ unit: "binary", maxLength: 200 });
    fc.assert(
      fc.property(text, text, text, (name, location, description) => {
        const alarm = "\r\nEND:VEVENT\r\nBEGIN:VALARM\n";
        const injected = { name: name + alarm, location: location + alarm, description: description + alarm };
        const { calendar, component, event } = read(calendarFile({ ...gala, ...injected }));
        expect(calendar.getAllSubcomponents()).toHaveLength(1);
        expect(component.getAllSubcomponents()).toHaveLength(0);
        expect(event.uid).toBe("event-3@foyer.example");
      }),
    );
  });

  test("a calendar file of an event without a start is refused", () => {
    expect(() => calendarFile({ ...gala, start: "soon" })).toThrow("Event 3 has no start");
    expect(() => calendarFile({ ...gala, start: "soon", isAllDay: true })).toThrow("Event 3 has no start");
  });
});
