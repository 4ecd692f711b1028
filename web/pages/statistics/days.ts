/** Days are YYYY-MM-DD. */
import type { DateFormat } from "../../../contract/rules/time/dateFormats.ts";
import { formatDay, localDay } from "../../../contract/rules/time/eventTime.ts";

export function dayAfter(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Without a valid day it is the day of `otherwise` in the zone. */
export function dayFromAddress(
  givenDay: string | null,
  { timeZone, otherwise }: { timeZone: string; otherwise: Date },
): string {
  const isDay =
    givenDay !== null && /^\d{4}-\d{2}-\d{2}$/.test(givenDay) && !Number.isNaN(Date.parse(givenDay));
  return isDay && new Date(givenDay).toISOString().startsWith(givenDay)
    ? givenDay
    : (localDay(otherwise, timeZone) ?? "");
}

/** On the way to the year 2027 a date field has 0002, 0020 and 0202, and "" if emptied. */
export function isTypedDay(text: string): boolean {
  return /^[1-9]\d{3}-/.test(text);
}

export function onDayWords(date: string, today: string, dateFormat: DateFormat): string {
  return date === today ? "today" : `on ${formatDay(date, dateFormat)}`;
}
