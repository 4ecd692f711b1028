/**
 * An event as a calendar file (RFC 5545). Instants are written in UTC without a TZID: every calendar shows them in
 * its owner's zone, and no time zone definition can be wrong. Whole days are dates in the event's zone.
 * Invariant: the same event always has the same UID, so that a later file changes the entry instead of adding one.
 */
import { type CalendarEvent, dayStamps, utcStamp } from "../../contract/rules/calendarLinks.ts";
import type { Instant } from "../../contract/rules/eventTime.ts";

/** An event with what makes its calendar entry a known one. */
export interface CalendarFile extends CalendarEvent {
  readonly eventId: number;
  /** Higher for every change of the event; a calendar takes the entry with the highest. */
  readonly version: number;
  readonly updatedAt: Instant;
  readonly isCancelled?: boolean;
}

/** The media type to serve or attach a calendar file with. */
export const calendarType = "text/calendar; charset=utf-8; method=PUBLISH";

/** The text of an .ics file. Throws when the event has no start: a calendar has no place for it. */
export function calendarFile(event: CalendarFile): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Foyer//Events//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:event-${event.eventId}@${hostOf(event.url)}`,
    `SEQUENCE:${Math.max(0, Math.trunc(event.version))}`,
    `DTSTAMP:${utcStamp(event.updatedAt) ?? utcStamp(event.start)}`,
    ...dateLines(event),
    `SUMMARY:${escaped(event.name)}`,
    ...(event.location === "" ? [] : [`LOCATION:${escaped(event.location)}`]),
    ...(event.description === "" ? [] : [`DESCRIPTION:${escaped(event.description)}`]),
    `URL:${event.url.replace(/\p{Cc}/gu, "")}`,
    `STATUS:${event.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function dateLines(event: CalendarFile): string[] {
  if (event.isAllDay) {
    const days = dayStamps(event);
    if (days === null) throw new Error(`Event ${event.eventId} has no start`);
    return [`DTSTART;VALUE=DATE:${days.first}`, `DTEND;VALUE=DATE:${days.afterLast}`];
  }
  const start = utcStamp(event.start);
  if (start === null) throw new Error(`Event ${event.eventId} has no start`);
  const end = event.end === null ? null : utcStamp(event.end);
  return end === null || end <= start ? [`DTSTART:${start}`] : [`DTSTART:${start}`, `DTEND:${end}`];
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "foyer";
}

/** RFC 5545 §3.3.11. Other control characters are not allowed in a text at all. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll("\n", "\\n");
}

/** RFC 5545 §3.1: at most 75 octets a line, going on after a line break and a space, never inside a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      parts.push(part);
      part = "";
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join("\r\n ");
}
