import { Temporal } from "temporal-polyfill";
import { knownZone } from "../../contract/rules/time/eventTime.ts";

/** `from` is included, `to` is excluded. */
export interface Span {
  from: Date;
  to: Date;
}

/** A day (YYYY-MM-DD) in a zone, which may be shorter or longer than 24 hours; an unknown zone is read as UTC. */
export function dayIn(timeZone: string, date: string): Span {
  const day = Temporal.PlainDate.from(date);
  const zone = knownZone(timeZone) ?? "UTC";
  return { from: startOf(day, zone), to: startOf(day.add({ days: 1 }), zone) };
}

const maxDaysByHour = 3;
const maxDays = 1_100;

/** The starts of a chart's steps: hours for a few days, else days, at most the last `maxDays`. */
export function stepsOver(
  timeZone: string,
  { first, last }: { first: Date; last: Date },
): { step: "hour" | "day"; starts: Date[] } {
  const zone = knownZone(timeZone) ?? "UTC";
  const lastDay = dateOf(last, zone);
  const days = dateOf(first, zone).until(lastDay, { largestUnit: "days" }).days + 1;
  if (days > maxDaysByHour) {
    const count = Math.min(days, maxDays);
    const firstDay = lastDay.subtract({ days: count - 1 });
    const starts = Array.from({ length: count }, (_, index) => startOf(firstDay.add({ days: index }), zone));
    return { step: "day", starts };
  }
  const hourMs = 3_600_000;
  const midnight = startOf(dateOf(first, zone), zone).getTime();
  // Hours are counted from midnight, because the offsets of some zones are not whole hours.
  const firstHour = Math.floor((first.getTime() - midnight) / hourMs);
  const lastHour = Math.floor((last.getTime() - midnight) / hourMs);
  const starts = Array.from(
    { length: lastHour - firstHour + 1 },
    (_, index) => new Date(midnight + (firstHour + index) * hourMs),
  );
  return { step: "hour", starts };
}

function dateOf(instant: Date, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate();
}

function startOf(day: Temporal.PlainDate, zone: string): Date {
  return new Date(day.toZonedDateTime(zone).epochMilliseconds);
}
