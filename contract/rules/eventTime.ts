/**
 * When an event is, as people read it: in the event's zone, and in the reader's where the clock there shows
 * something else. Server and browser use this same code, so that a page reads alike before and after hydration.
 * Invariant: no input makes it throw; an unknown zone of an event reads as UTC, an unknown one of a reader as none.
 */

import { type DateFormat, isWithoutClock, mannerOf, withClock } from "./dateFormats.ts";

/** An instant as the wire carries it (ISO 8601 in UTC) or as a Date. */
export type Instant = string | Date;

/** What of an event tells when it is. `end` may be missing, `showEndTime` false hides it (event.config). */
export interface EventTime {
  readonly start: Instant;
  readonly end: Instant | null;
  readonly timeZone: string;
  readonly isAllDay: boolean;
  readonly showEndTime: boolean;
  /** How the event writes its dates (event.config). */
  readonly dateFormat?: DateFormat;
}

/** An event's time in words. The reader's two fields are null when their clock shows the same as the event's. */
export interface EventTimeText {
  /** "Sat, Dec 12, 2026, 7:00 PM – 11:00 PM" */
  readonly text: string;
  /** "Bangkok time (GMT+7)" */
  readonly zoneLabel: string;
  readonly readerText: string | null;
  readonly readerZoneLabel: string | null;
}

/** Formats the time span of an event. */
export function formatEventTime(event: EventTime, readerZone?: string | null): EventTimeText {
  const { dateFormat } = event;
  const zone = knownZone(event.timeZone) ?? "UTC";
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
  if (event.isAllDay || isWithoutClock(dateFormat)) {
    // A day is a day of the place; another zone's reader must not be told two halves of days.
    return {
      text: dayText(start, end, zone, dateFormat),
      zoneLabel: zoneLabel(start, zone),
      readerText: null,
      readerZoneLabel: null,
    };
  }
  const text = clockText(start, end, zone, dateFormat);
  const theirs = readerZone ? knownZone(readerZone) : null;
  const readerText = theirs === null ? null : clockText(start, end, theirs, dateFormat);
  const differs = readerText !== null && readerText !== text;
  return {
    text,
    zoneLabel: zoneLabel(start, zone),
    readerText: differs ? readerText : null,
    readerZoneLabel: differs && theirs !== null ? zoneLabel(start, theirs) : null,
  };
}

/** A moment of an event, such as the end of its sale: always with its time of day. */
export function formatMoment(
  at: Instant,
  { timeZone, dateFormat }: Pick<EventTime, "timeZone" | "dateFormat">,
): EventTimeText {
  return formatEventTime({
    start: at,
    end: null,
    timeZone,
    isAllDay: false,
    showEndTime: false,
    dateFormat: withClock(dateFormat),
  });
}

/** The calendar day (YYYY-MM-DD) of an instant in a zone; an unknown zone is read as UTC. Null for no instant. */
export function localDay(instant: Instant, timeZone: string): string | null {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return null;
  const parts = format("en-US", knownZone(timeZone) ?? "UTC", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(date);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/**
 * The first and the last day (YYYY-MM-DD) of an event in its zone. An end at midnight is the end of the day before.
 * Null when the event has no start.
 */
export function eventDays(event: Omit<EventTime, "isAllDay" | "showEndTime">): {
  readonly first: string;
  readonly last: string;
} | null {
  const first = localDay(event.start, event.timeZone);
  if (first === null) return null;
  const end = endOf(event, new Date(event.start));
  // One millisecond earlier, because an end is the first instant that is no longer part of the event.
  const last = end === null ? first : localDay(new Date(end.getTime() - 1), event.timeZone);
  return { first, last: last ?? first };
}

/** The zone as given when the runtime knows it, else null. */
export function knownZone(timeZone: string): string | null {
  if (known.has(timeZone)) return timeZone;
  try {
    format("en-US", timeZone, clock);
  } catch {
    return null;
  }
  known.add(timeZone);
  return timeZone;
}

/** The runtime knows some six hundred names; to ask it takes longer than to decide a hold. */
const known = new Set<string>();

const day = { weekday: "short", month: "short", day: "numeric", year: "numeric" } as const;
const monthNumber = { month: "numeric" } as const;
const clock = { hour: "numeric", minute: "2-digit" } as const;
const clock24 = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

function endOf(event: Pick<EventTime, "end">, start: Date): Date | null {
  if (event.end === null) return null;
  const end = new Date(event.end);
  return end.getTime() > start.getTime() ? end : null;
}

function clockText(start: Date, end: Date | null, zone: string, dateFormat: DateFormat | undefined): string {
  const on = (date: Date) => dayWords(date, zone, dateFormat);
  const { has24Hours } = mannerOf(dateFormat);
  const at = (date: Date) => written(date, zone, has24Hours ? clock24 : clock);
  const from = `${on(start)}, ${at(start)}`;
  if (end === null) return from;
  return on(start) === on(end) ? `${from} – ${at(end)}` : `${from} – ${on(end)}, ${at(end)}`;
}

function dayText(start: Date, end: Date | null, zone: string, dateFormat: DateFormat | undefined): string {
  const first = dayWords(start, zone, dateFormat);
  const last = end === null ? first : dayWords(new Date(end.getTime() - 1), zone, dateFormat);
  return first === last ? first : `${first} – ${last}`;
}

function zoneLabel(at: Date, zone: string): string {
  const offset = format("en-US", zone, { timeZoneName: "shortOffset" })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")?.value;
  const city = zoneCity(zone);
  if (city === "UTC" || offset === undefined) return city;
  return city === "" ? offset : `${city} time (${offset})`;
}

/** "Asia/Ho_Chi_Minh" → "Ho Chi Minh"; nothing for a zone that is only an offset. */
function zoneCity(zone: string): string {
  if (/^(etc\/)?(utc|gmt|uct|zulu|universal|greenwich)$/i.test(zone)) return "UTC";
  if (/^(etc\/|[+-])/i.test(zone)) return "";
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

/** Runtimes disagree on which thin or no-break space stands before "PM"; one plain space hydrates everywhere. */
function written(date: Date, zone: string, options: Intl.DateTimeFormatOptions): string {
  return format("en-US", zone, options).format(date).replace(/\s/g, " ");
}

function dayWords(date: Date, zone: string, dateFormat: DateFormat | undefined): string {
  const parts = format("en-US", zone, day).formatToParts(date);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return mannerOf(dateFormat).day({
    weekday: part("weekday"),
    month: part("month"),
    monthNumber: written(date, zone, monthNumber),
    day: part("day"),
    year: part("year"),
  });
}

/** Making a formatter costs a hundred times what using it does. Zones come from readers, so the store is bounded. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${locale} ${zone} ${Object.entries(options).join()}`;
  const known = formatters.get(name);
  if (known !== undefined) return known;
  // Gregorian always: "th-TH" would give the year 2569 for 2026.
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone, calendar: "gregory" });
  if (formatters.size >= 500) formatters.clear();
  formatters.set(name, made);
  return made;
}
