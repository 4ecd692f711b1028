/** An event's time in the visitor's zone, without Intl, because creating its formatters is slow. */
import { type DateFormatter, formatterOf, isWithoutClock } from "../../contract/rules/time/dateFormats.ts";
import type { EventTime } from "../../contract/rules/time/eventTime.ts";

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Null if the event's own text has no time of day, or the start is invalid. */
export function localTimeText(event: EventTime): string | null {
  const start = new Date(event.start);
  if (event.isAllDay || Number.isNaN(start.getTime())) return null;
  if (isWithoutClock(event.dateFormat)) return null;
  const formatter = formatterOf(event.dateFormat);
  const dayOf = (date: Date) => dayWords(date, formatter);
  const clockOf = (date: Date) => clockWords(date, formatter);
  const from = `${dayOf(start)}, ${clockOf(start)}`;
  const end = event.end === null || !event.showEndTime ? null : new Date(event.end);
  if (end === null || !(end.getTime() > start.getTime())) return from;
  return dayOf(start) === dayOf(end)
    ? `${from} – ${clockOf(end)}`
    : `${from} – ${dayOf(end)}, ${clockOf(end)}`;
}

function dayWords(date: Date, formatter: DateFormatter): string {
  return formatter.day({
    weekday: days[date.getDay()]!,
    month: months[date.getMonth()]!,
    monthNumber: String(date.getMonth() + 1),
    day: String(date.getDate()),
    year: String(date.getFullYear()),
  });
}

function clockWords(date: Date, { has24Hours }: DateFormatter): string {
  const hours = date.getHours();
  const minutes = String(date.getMinutes()).padStart(2, "0");
  if (has24Hours) return `${String(hours).padStart(2, "0")}:${minutes}`;
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
}
