/** Calendar days (YYYY-MM-DD) in a page's address. Pure. */
import type { DateFormat } from "../../../contract/rules/time/dateFormats.ts";
import { formatDay, localDay } from "../../../contract/rules/time/eventTime.ts";

/** The day `days` days later, or earlier if negative. */
export function dayAfter(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The day in an address if it is valid; otherwise the day of `otherwise` in the zone. */
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

/** Whether a date field has a whole day. On the way to the year 2027 it has 0002, 0020 and 0202, and "" if emptied. */
export function isTypedDay(text: string): boolean {
  return /^[1-9]\d{3}-/.test(text);
}

/** "on Mon, Jun 15, 2026", or "today". */
export function onDayWords(date: string, today: string, dateFormat: DateFormat): string {
  return date === today ? "today" : `on ${formatDay(date, dateFormat)}`;
}
