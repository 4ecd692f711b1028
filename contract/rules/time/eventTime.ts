/** An event's unknown zone is read as UTC; a reader's unknown zone is ignored. */

import { type DateFormat, isWithoutClock, withClock } from "./dateFormats.ts";
import {
  clockWords,
  dayWords,
  formatter,
  hourWords,
  shortDayWords,
  weekdayWords,
  type ZonedFormat,
} from "./zonedWords.ts";

/** ISO 8601 in UTC, or a Date. */
export type Instant = string | Date;

/** When an event is. `end` is hidden if `showEndTime` is false (event.config). */
export interface EventTime {
  readonly start: Instant;
  readonly end: Instant | null;
  readonly timeZone: string;
  readonly isAllDay: boolean;
  readonly showEndTime: boolean;
  readonly dateFormat: DateFormat;
}

/** The zone and the format in which times of an event are written. */
export type EventClocks = Pick<EventTime, "timeZone" | "dateFormat">;

/** A time in words. The reader's two fields are null if they would add nothing. */
export interface EventTimeText {
  /** "Sat, Dec 12, 2026, 7:00 PM – 11:00 PM" */
  readonly text: string;
  /** "Bangkok time (GMT+7)" */
  readonly zoneLabel: string;
  readonly readerText: string | null;
  readonly readerZoneLabel: string | null;
}

/** Formats when an event is; times of day also in the reader's zone, if that differs. */
export function formatEventTime(event: EventTime, readerZone?: string | null): EventTimeText {
  const clocks = knownClocks(event);
  const zone = clocks.timeZone;
  const start = new Date(event.start);
  if (Number.isNaN(start.getTime())) {
    return {
      text: "Date to be announced",
      zoneLabel: zoneCity(zone),
      readerText: null,
      readerZoneLabel: null,
    };
  }
  const end = event.showEndTime ? endOf(event, start) : null;
  if (event.isAllDay || isWithoutClock(clocks.dateFormat)) {
    // A day means a day at the event's place. In the reader's zone it could be parts of two days.
    return {
      text: dayText(start, end, clocks),
      zoneLabel: zoneLabel(start, zone),
      readerText: null,
      readerZoneLabel: null,
    };
  }
  const text = clockText(start, end, clocks);
  const validZone = readerZone ? knownZone(readerZone) : null;
  const readerText = validZone === null ? null : clockText(start, end, { ...clocks, timeZone: validZone });
  const differs = readerText !== null && readerText !== text;
  return {
    text,
    zoneLabel: zoneLabel(start, zone),
    readerText: differs ? readerText : null,
    readerZoneLabel: differs && validZone !== null ? zoneLabel(start, validZone) : null,
  };
}

/** Formats an instant with its time of day, even if the date format has none. */
export function formatMoment(at: Instant, { timeZone, dateFormat }: EventClocks): EventTimeText {
  return formatEventTime({
    start: at,
    end: null,
    timeZone,
    isAllDay: false,
    showEndTime: false,
    dateFormat: withClock(dateFormat),
  });
}

/** Formats a day (YYYY-MM-DD): "Sat, Dec 12, 2026". An invalid text is returned unchanged. */
export function formatDay(day: string, dateFormat: DateFormat): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : dayWords(date, { timeZone: "UTC", dateFormat });
}

/** Formats a day without the year: "Sat Dec 12". */
export function formatShortDay(day: string, dateFormat: DateFormat): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return `${weekdayWords(date, "UTC")} ${shortDayWords(date, { timeZone: "UTC", dateFormat })}`;
}

/** How much of a time is shown, in this order: "Jun 15", "Jun 15, 2 PM", "2:15 PM", "Jun 15, 2:15 PM". */
export type ClockDetail = "day" | "hour" | "minute" | "dayAndMinute";

const partsByDetail: Record<ClockDetail, readonly ((date: Date, clocks: ZonedFormat) => string)[]> = {
  day: [shortDayWords],
  hour: [shortDayWords, hourWords],
  minute: [clockWords],
  dayAndMinute: [shortDayWords, clockWords],
};

/** Formats an instant without the year; an invalid text is returned unchanged. */
export function formatClock(at: Instant | number, clocks: EventClocks, detail: ClockDetail): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return String(at);
  return partsByDetail[detail].map((words) => words(date, knownClocks(clocks))).join(", ");
}

/** The day of an instant in a zone, as YYYY-MM-DD; null if the instant is invalid. */
export function localDay(instant: Instant, timeZone: string): string | null {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return null;
  const parts = formatter(knownZone(timeZone) ?? "UTC", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(date);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** An event's days as YYYY-MM-DD. An end at midnight ends the day before. Null if the start is invalid. */
export function eventDays(event: Pick<EventTime, "start" | "end" | "timeZone">): {
  readonly first: string;
  readonly last: string;
} | null {
  const first = localDay(event.start, event.timeZone);
  if (first === null) return null;
  const end = endOf(event, new Date(event.start));
  const last = end === null ? first : localDay(new Date(end.getTime() - 1), event.timeZone);
  return { first, last: last ?? first };
}

/** The zone as given, or null if the runtime does not know it. */
export function knownZone(timeZone: string): string | null {
  if (knownZones.has(timeZone)) return timeZone;
  try {
    formatter(timeZone, { hour: "numeric" });
  } catch {
    return null;
  }
  // Visitors send zones too, in any letter case, so the set is bounded.
  if (knownZones.size >= 1000) knownZones.clear();
  knownZones.add(timeZone);
  return timeZone;
}

const knownZones = new Set<string>();

function knownClocks({ timeZone, dateFormat }: EventClocks): ZonedFormat {
  return { timeZone: knownZone(timeZone) ?? "UTC", dateFormat };
}

function endOf(event: Pick<EventTime, "end">, start: Date): Date | null {
  if (event.end === null) return null;
  const end = new Date(event.end);
  return end.getTime() > start.getTime() ? end : null;
}

function clockText(start: Date, end: Date | null, clocks: ZonedFormat): string {
  const from = `${dayWords(start, clocks)}, ${clockWords(start, clocks)}`;
  if (end === null) return from;
  const [first, last] = [dayWords(start, clocks), dayWords(end, clocks)];
  return `${from} – ${first === last ? "" : `${last}, `}${clockWords(end, clocks)}`;
}

function dayText(start: Date, end: Date | null, clocks: ZonedFormat): string {
  const first = dayWords(start, clocks);
  const last = end === null ? first : dayWords(new Date(end.getTime() - 1), clocks);
  return first === last ? first : `${first} – ${last}`;
}

function zoneLabel(at: Date, zone: string): string {
  const offset = formatter(zone, { timeZoneName: "shortOffset" })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")?.value;
  const city = zoneCity(zone);
  if (city === "UTC" || offset === undefined) return city;
  return city === "" ? offset : `${city} time (${offset})`;
}

/** A zone's name for times of both summer and winter: "Berlin time", "UTC", "GMT+2". */
export function zoneName(timeZone: string): string {
  const zone = knownZone(timeZone) ?? "UTC";
  const city = zoneCity(zone);
  return city === "UTC" || city === "" ? zoneLabel(new Date(0), zone) : `${city} time`;
}

/** "Asia/Ho_Chi_Minh" → "Ho Chi Minh"; empty for a zone such as "+02:00" or "Etc/GMT-2". */
function zoneCity(zone: string): string {
  if (/^(etc\/)?(utc|gmt|uct|zulu|universal|greenwich)$/i.test(zone)) return "UTC";
  if (/^(etc\/|[+-])/i.test(zone)) return "";
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}
