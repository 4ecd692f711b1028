/** Dates and times that belong to no event, in the reader's own time zone. */

/** "Nov 28, 2026". */
export function readerDayText(instant: string): string {
  return new Date(instant).toLocaleDateString("en-US", { dateStyle: "medium" });
}

/** "Nov 28, 2026, 3:20 PM". */
export function readerTimeText(instant: string): string {
  return new Date(instant).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
}
