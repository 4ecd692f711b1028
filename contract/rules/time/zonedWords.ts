import { type DateFormat, formatterOf } from "./dateFormats.ts";

/** How dates are written. The runtime must know the zone. */
export interface ZonedFormat {
  readonly timeZone: string;
  readonly dateFormat: DateFormat;
}

/** "Sat, Dec 12, 2026" */
export function dayWords(date: Date, { timeZone, dateFormat }: ZonedFormat): string {
  const part = partsOf(date, timeZone);
  return formatterOf(dateFormat).day({
    weekday: part("weekday"),
    month: part("month"),
    monthNumber: formatDate(date, timeZone, { month: "numeric" }),
    day: part("day"),
    year: part("year"),
  });
}

/** "Dec 12" */
export function shortDayWords(date: Date, { timeZone, dateFormat }: ZonedFormat): string {
  const part = partsOf(date, timeZone);
  return formatterOf(dateFormat).shortDay({ month: part("month"), day: part("day") });
}

/** "Sat" */
export function weekdayWords(date: Date, timeZone: string): string {
  return partsOf(date, timeZone)("weekday");
}

/** "7:05 PM" */
export function clockWords(date: Date, { timeZone, dateFormat }: ZonedFormat): string {
  return formatDate(date, timeZone, formatterOf(dateFormat).has24Hours ? clock24 : clock12);
}

/** "7 PM" at 7:05 PM. With a 24-hour clock "19:05", because "19" alone is not read as a time. */
export function hourWords(date: Date, { timeZone, dateFormat }: ZonedFormat): string {
  return formatDate(date, timeZone, formatterOf(dateFormat).has24Hours ? clock24 : { hour: "numeric" });
}

const longDay = { weekday: "short", month: "short", day: "numeric", year: "numeric" } as const;
const clock12 = { hour: "numeric", minute: "2-digit" } as const;
const clock24 = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

function partsOf(date: Date, zone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = formatter(zone, longDay).formatToParts(date);
  return (type) => parts.find((one) => one.type === type)?.value ?? "";
}

/** Runtimes put different spaces before "PM". A plain one is the same on server and browser. */
function formatDate(date: Date, zone: string, options: Intl.DateTimeFormatOptions): string {
  return formatter(zone, options).format(date).replace(/\s/g, " ");
}

/** Zones come from readers, so the map is bounded. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** A formatter, cached because creating one is slow. @throws RangeError for an unknown zone. */
export function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${zone} ${Object.entries(options).join()}`;
  const cached = formatters.get(name);
  if (cached !== undefined) return cached;
  // Always Gregorian: a reader's own calendar could give the year 2569 for 2026.
  const created = new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone, calendar: "gregory" });
  if (formatters.size >= 500) formatters.clear();
  formatters.set(name, created);
  return created;
}
