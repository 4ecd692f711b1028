/** The form that copies an event: its values, messages and request body. Pure. */
import type { BodyInput } from "../../../../contract/all.ts";
import { instantOf, wallTimeOf } from "../../../../contract/rules/time/zonedTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";

/** The texts as typed. */
export interface CopyValues extends Record<string, unknown> {
  name: string;
  /** In the event's time zone. */
  start: string;
}

/** The fields of the copied event from which the values and the request body are made. */
export type CopiedEvent = Pick<Event, "id" | "name" | "startDatetime" | "timeZone">;

/**
 * The same weekday 52 weeks later, for a yearly event. 52 weeks are added again until the day is after today (UTC), or
 * one week if it is still in the event's year. The first mention of that year in the name becomes the year of the copy.
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
