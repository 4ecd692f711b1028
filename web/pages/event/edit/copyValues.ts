import type { BodyInput } from "../../../../contract/all.ts";
import { instantOf, wallTimeOf } from "../../../../contract/rules/time/zonedTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";

export interface CopyValues extends Record<string, unknown> {
  name: string;
  /** In the event's time zone. */
  start: string;
}

export type CopiedEvent = Pick<Event, "id" | "name" | "startDatetime" | "timeZone">;

/**
 * Suggests the start and name of the copy: the same weekday at least 52 weeks later, after today (UTC) and in a later
 * year. Its year replaces the first mention of the event's year in the name.
 */
export function copyValuesOf({ name, startDatetime, timeZone }: CopiedEvent, now: Date): CopyValues {
  const [day = "", time = ""] = wallTimeOf(startDatetime, timeZone).split("T");
  const copyDay = new Date(`${day}T00:00Z`);
  do copyDay.setUTCDate(copyDay.getUTCDate() + 52 * 7);
  while (copyDay < now);
  const yearOf = (date: string) => date.slice(0, 4);
  if (yearOf(copyDay.toISOString()) === yearOf(day)) copyDay.setUTCDate(copyDay.getUTCDate() + 7);
  const newDay = copyDay.toISOString().slice(0, 10);
  return {
    name: name.replace(new RegExp(`\\b${yearOf(day)}\\b`), yearOf(newDay)),
    start: `${newDay}T${time}`,
  };
}

export function copyProblems({ name, start }: CopyValues, timeZone: string): Record<string, string> {
  return {
    ...(name.trim() === "" && { name: "Please give the event a name." }),
    ...(instantOf(start, timeZone) === null && { start: "Please choose a day and a time." }),
  };
}

/** The request body of values without problems. */
export function copyBodyOf(
  { name, start }: CopyValues,
  { id, timeZone }: CopiedEvent,
): BodyInput<"event/copy"> {
  return { eventId: id, name: name.trim(), startDatetime: instantOf(start, timeZone) ?? "" };
}
