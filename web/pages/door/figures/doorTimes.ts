import { localDay } from "../../../../contract/rules/time/eventTime.ts";
import type { DoorFigures } from "../../../../contract/shapes/door/doorStory.ts";

export interface Quarter {
  from: string;
  count: number;
  /** Arrivals by gate, without the gates that have none. */
  gates: Readonly<Record<string, number>>;
  /** Null if the forecast does not cover this quarter. */
  expected: number | null;
}

const quarterMs = 900_000;
const dayMs = 96 * quarterMs;
/** Four days. */
const maxQuarters = 384;

/**
 * All quarters from the first with arrivals or a forecast to the last; of more than `maxQuarters` the latest. If all
 * arrivals are more than a day before the forecast, as in a rehearsal, the forecast is left out: beside it their bars
 * would be too thin to see.
 */
export function quartersOf(figures: Pick<DoorFigures, "quarters" | "forecast">): Quarter[] {
  const { quarters } = figures;
  const forecast = isForecastDaysLater(figures) ? null : figures.forecast;
  const times = [...quarters, ...(forecast ?? [])].map(({ from }) => Date.parse(from));
  if (times.length === 0) return [];
  const last = Math.max(...times);
  const first = Math.max(Math.min(...times), last - (maxQuarters - 1) * quarterMs);
  const expected = expectedBy(forecast ?? []);
  const byTime = new Map<number, typeof quarters>();
  for (const quarter of quarters) {
    const at = Date.parse(quarter.from);
    byTime.set(at, [...(byTime.get(at) ?? []), quarter]);
  }
  return Array.from({ length: (last - first) / quarterMs + 1 }, (_, index) => {
    const at = first + index * quarterMs;
    const quartersHere = byTime.get(at) ?? [];
    return {
      from: new Date(at).toISOString(),
      count: quartersHere.reduce((sum, { count }) => sum + count, 0),
      gates: Object.fromEntries(quartersHere.map(({ gate, count }) => [gate, count])),
      expected: expected.get(at) ?? null,
    };
  });
}

function isForecastDaysLater({ quarters, forecast }: Pick<DoorFigures, "quarters" | "forecast">): boolean {
  if (quarters.length === 0 || forecast === null || forecast.length === 0) return false;
  const times = (entries: readonly { from: string }[]) => entries.map(({ from }) => Date.parse(from));
  return Math.min(...times(forecast)) - Math.max(...times(quarters)) > dayMs;
}

/** The arrivals expected within each quarter, in the first also earlier ones. `forecast` is cumulative. */
function expectedBy(forecast: NonNullable<DoorFigures["forecast"]>): Map<number, number> {
  return new Map(
    forecast.map(({ from, arrived }, index) => [
      Date.parse(from),
      Math.max(0, arrived - (forecast[index - 1]?.arrived ?? 0)),
    ]),
  );
}

/** The arrivals expected by `now`; null if the forecast does not cover it. */
export function expectedNow({ forecast }: Pick<DoorFigures, "forecast">, now: number): number | null {
  const pastQuarters = (forecast ?? []).filter(({ from }) => Date.parse(from) <= now);
  const last = pastQuarters.at(-1);
  if (last === undefined || now > Date.parse(last.from) + quarterMs) return null;
  const arrivedBefore = pastQuarters.at(-2)?.arrived ?? 0;
  const share = (now - Date.parse(last.from)) / quarterMs;
  return Math.round(arrivedBefore + (last.arrived - arrivedBefore) * share);
}

/** The forecast of one day of the event's zone, counted from its start; null if the forecast does not cover the day. */
export function forecastOfDay(
  { forecast }: Pick<DoorFigures, "forecast">,
  { date, timeZone }: { date: string; timeZone: string },
): DoorFigures["forecast"] {
  const first = forecast?.findIndex(({ from }) => localDay(from, timeZone) === date) ?? -1;
  if (forecast === null || first < 0) return null;
  const arrivedBefore = forecast[first - 1]?.arrived ?? 0;
  return forecast
    .filter(({ from }) => localDay(from, timeZone) === date)
    .map(({ from, arrived }) => ({ from, arrived: arrived - arrivedBefore }));
}

/** Check-ins in the list of attendees have no gate, nor have imported ones. */
export function gateName(gate: string): string {
  return gate === "" ? "List of attendees" : gate;
}
