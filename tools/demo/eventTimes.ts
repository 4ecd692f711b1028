/** The times of demo events are relative to now, so that a new demo world is not outdated. */
import { Temporal } from "temporal-polyfill";
import type { DemoTime } from "./world.ts";

export function eventTimes(time: DemoTime, timeZone: string, now: Date): { start: Date; end: Date } {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const step = time.inDays < 0 ? -1 : 1;
  let day = today.add({ days: time.inDays });
  while (day.dayOfWeek !== time.weekday) day = day.add({ days: step });
  const start = day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time.at) });
  return { start: dateOf(start), end: dateOf(start.add({ minutes: time.lastsMinutes })) };
}

function dateOf(moment: Temporal.ZonedDateTime): Date {
  return new Date(moment.epochMilliseconds);
}
