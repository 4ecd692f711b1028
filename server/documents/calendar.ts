/**
 * Calendar files by RFC 5545.
 * Invariant: an event's UID depends only on its id and the site's host, so that a later file updates its entry.
 */
import { type CalendarEvent, dayStamps, utcStamp } from "../../contract/rules/time/calendarLinks.ts";
import type { Instant } from "../../contract/rules/time/eventTime.ts";

export interface Organiser {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface CalendarFile extends CalendarEvent {
  readonly eventId: number;
  /** A calendar keeps the entry with the highest version. */
  readonly version: number;
  readonly updatedAt: Instant;
  readonly isCancelled?: boolean;
  readonly organiser: Organiser;
}

/** The media type of an event's calendar file. */
export function calendarType(event: CalendarFile): string {
  return `text/calendar; charset=utf-8; method=${methodOf(event)}`;
}

/** A calendar removes an entry on CANCEL (RFC 5546 §3.2.5). The media type has the same method (RFC 5545 §3.7.2). */
function methodOf({ isCancelled }: CalendarFile): "PUBLISH" | "CANCEL" {
  return isCancelled ? "CANCEL" : "PUBLISH";
}

/** The text of an .ics file. Throws if the event has no valid start. */
export function calendarFile(event: CalendarFile): string {
  return calendarText(methodOf(event), eventLines(event));
}

/** The media type of a calendar to subscribe to. */
export const feedType = "text/calendar; charset=utf-8; method=PUBLISH";

/** The text of a calendar to subscribe to. Throws if an event has no valid start. */
export function calendarFeed(name: string, events: readonly CalendarFile[]): string {
  return calendarText("PUBLISH", [
    // RFC 7986 has NAME and REFRESH-INTERVAL. The X- lines are for programs that do not know it.
    `X-WR-CALNAME:${escapeText(name)}`,
    `NAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
    ...(events.length === 0 ? utcZone : events.flatMap(eventLines)),
  ]);
}

/** An empty calendar also needs a component (RFC 5545 §3.6). */
const utcZone = [
  "BEGIN:VTIMEZONE",
  "TZID:Etc/UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
];

function calendarText(method: "PUBLISH" | "CANCEL", content: readonly string[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Foyer//Events//EN",
    "CALSCALE:GREGORIAN",
    `METHOD:${method}`,
    ...content,
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

function eventLines(event: CalendarFile): string[] {
  const changedAt = utcStamp(event.updatedAt);
  return [
    "BEGIN:VEVENT",
    `UID:event-${event.eventId}@${hostOf(event.url)}`,
    `SEQUENCE:${Math.max(0, Math.trunc(event.version))}`,
    `DTSTAMP:${changedAt}`,
    `LAST-MODIFIED:${changedAt}`,
    organiserLine(event),
    ...dateLines(event),
    `SUMMARY:${escapeText(event.name)}`,
    ...(event.location === "" ? [] : [`LOCATION:${escapeText(event.location)}`]),
    ...(event.description === "" ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
    `URL:${event.url.replace(/\p{Cc}/gu, "")}`,
    `STATUS:${event.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
  ];
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

/** RFC 5546 §3.2.1 requires an organiser. The event's page identifies a club whose address is missing or hidden. */
function organiserLine({ organiser: { name, email }, url }: CalendarFile): string {
  const safeName = name
    .toWellFormed()
    .replace(/[\p{Cc}"]/gu, " ")
    .trim();
  const address = email === null ? url : `mailto:${email}`;
  return `ORGANIZER;CN="${safeName}":${address.replace(/\p{Cc}/gu, "")}`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "foyer";
}

/** Escapes by RFC 5545 §3.3.11, and removes control characters except tabs. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll("\n", "\\n");
}

const maxOctets = 75;
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Splits a grapheme that is too long for a line into code points. */
function* graphemesOf(line: string): Generator<string> {
  for (const { segment } of segmenter.segment(line))
    if (Buffer.byteLength(segment) < maxOctets) yield segment;
    else yield* segment;
}

/** RFC 5545 §3.1: a line has at most 75 octets. A longer one continues after a line break and a space. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= maxOctets) return line;
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of graphemesOf(line)) {
    const size = Buffer.byteLength(character);
    if (octets + size > maxOctets) {
      parts.push(part);
      part = "";
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join("\r\n ");
}
