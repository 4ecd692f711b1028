import { byteOrderMark, type CsvCell, csvText } from "../../../contract/rules/csv.ts";
import { mainUnits } from "../../../contract/rules/money/money.ts";
import type { Figures } from "../../../contract/shapes/statistics.ts";
import { sourceNames } from "./revenueSources.ts";

/** `clock` formats a time in the event's zone. */
export interface CsvFigures {
  figures: Figures;
  date: string;
  timeZone: string;
  clock: (instant: string) => string;
}

/** Amounts are in the currency's main unit. */
export function figuresCsv({ figures: { statistics, series }, date, timeZone, clock }: CsvFigures): string {
  const lines: CsvCell[][] = [
    ["Figure", "Group", "Value"],
    ["Attendees registered", date, statistics.historicalRegistrationCount],
    ["Checked in", date, statistics.historicalCheckinCount],
    ["Attendees registered", "Total", statistics.totalRegistrationCount],
    ["Checked in", "Total", statistics.totalCheckinCount],
    ...series.tickets.map(({ title, count }) => ["Attendees by ticket", title, count]),
    ...series.registrations.map(({ from, count }) => [
      `Registrations by ${series.step} (${timeZone})`,
      clock(from),
      count,
    ]),
    ...series.arrivals.map(({ from, count }) => [
      `Arrivals by quarter of an hour (${timeZone})`,
      clock(from),
      count,
    ]),
    ...series.revenue.map(({ source, amount }) => [
      `Revenue (${series.currency.toUpperCase()})`,
      sourceNames[source],
      mainUnits(amount, series.currency),
    ]),
  ];
  return byteOrderMark + csvText(lines);
}
