/**
 * Converts between instants and the clocks of a zone. A time in the hour that is skipped in spring is read with the
 * offset before the change. In the hour that is repeated in autumn the first one counts (RFC 5545 §3.3.5).
 */
import { knownZone } from "./eventTime.ts";

const wallPattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/;

/**
 * The instant (ISO 8601 in UTC) of a date-time field ("2026-12-12T19:00"), without its seconds, on the clocks of a
 * zone; null if it is no time.
 */
export function instantOf(wallTime: string, timeZone: string): string | null {
  const utcMs = millisOf(wallTime);
  return utcMs === null ? null : new Date(instantMsOf(utcMs, knownZone(timeZone) ?? "UTC")).toISOString();
}

/** How many milliseconds more the clocks show at `to` than at `from`. */
export function clockSpanMs(from: Date, to: Date, timeZone: string): number {
  return clockMsOf(to, timeZone) - clockMsOf(from, timeZone);
}

/** The instant at which the clocks show `spanMs` more than at `at`. */
export function movedOnClock(at: Date, spanMs: number, timeZone: string): Date {
  return new Date(instantMsOf(clockMsOf(at, timeZone) + spanMs, knownZone(timeZone) ?? "UTC"));
}

function clockMsOf(at: Date, timeZone: string): number {
  return at.getTime() + offsetAt(at.getTime(), knownZone(timeZone) ?? "UTC");
}

/** The instant at which the clocks of the zone show `utcMs`, a time as if it were in UTC. */
function instantMsOf(utcMs: number, zone: string): number {
  // The offset is the one a day before or a day after, unless a zone changes twice in two days.
  const before = offsetAt(utcMs - dayMs, zone);
  const after = offsetAt(utcMs + dayMs, zone);
  const candidates = [before, after]
    .map((offsetMs) => utcMs - offsetMs)
    .filter((at) => at + offsetAt(at, zone) === utcMs);
  return candidates.length > 0 ? Math.min(...candidates) : utcMs - before;
}

/** An instant as the value of a date-time field; empty without a valid one. */
export function wallTimeOf(instant: string | null, timeZone: string): string {
  const at = instant === null ? Number.NaN : Date.parse(instant);
  if (Number.isNaN(at)) return "";
  const zone = knownZone(timeZone) ?? "UTC";
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 16);
}

const dayMs = 86_400_000;

function millisOf(wallTime: string): number | null {
  const parts = wallPattern.exec(wallTime);
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  const millis = Date.UTC(year, month - 1, day, hour, minute);
  // Date would turn 31 April into 1 May.
  return new Date(millis).toISOString().slice(0, 16) === wallTime.slice(0, 16) ? millis : null;
}

/** The zone's offset from UTC, in milliseconds and as whole minutes. */
function offsetAt(at: number, zone: string): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / 60_000) * 60_000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const cached = clocks.get(zone);
  if (cached !== undefined) return cached;
  const created = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  clocks.set(zone, created);
  return created;
}
