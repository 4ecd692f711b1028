/** Instants of a chart in words, by the clocks of the event. Pure. */
import { knownZone } from "../../../contract/rules/eventTime.ts";

/** How much of an instant is said: "Jun 15", "Jun 15, 2 PM", "2:15 PM", "Jun 15, 2:15 PM". */
export type ClockDetail = "day" | "hour" | "quarter" | "dayAndQuarter";

const options: Record<ClockDetail, Intl.DateTimeFormatOptions> = {
  day: { month: "short", day: "numeric" },
  hour: { month: "short", day: "numeric", hour: "numeric" },
  quarter: { hour: "numeric", minute: "2-digit" },
  dayAndQuarter: { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
};

/** A function that says instants (ISO 8601) of one zone. */
export function clockWords(timeZone: string, detail: ClockDetail): (instant: string) => string {
  const format = new Intl.DateTimeFormat("en-US", {
    ...options[detail],
    timeZone: knownZone(timeZone) ?? "UTC",
    calendar: "gregory",
  });
  return (instant) => format.format(new Date(instant)).replace(/\s/g, " ");
}
