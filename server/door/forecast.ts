/** An earlier event. A `slot` is the start of a quarter of an hour. */
export interface EarlierArrivals {
  readonly start: Date;
  readonly registered: number;
  readonly arrivals: readonly { slot: Date; count: number }[];
}

/** Arrivals by the end of the quarter of an hour that begins at `from`. */
export interface ExpectedArrivals {
  from: Date;
  arrived: number;
}

const quarterMs = 15 * 60_000;
const hourMs = 4 * quarterMs;
const earliestMs = -12 * hourMs;
const latestMs = 48 * hourMs;

/**
 * How many people will have arrived by the end of each quarter of an hour: the mean share that had arrived at earlier
 * events at the same time before or after their start. Null without registered people or earlier arrivals.
 */
export function forecastOf(
  event: { start: Date; expected: number },
  earlier: readonly EarlierArrivals[],
): ExpectedArrivals[] | null {
  const usable = earlier.filter(({ registered, arrivals }) => registered > 0 && arrivals.length > 0);
  const offsets = usable.flatMap(({ start, arrivals }) =>
    arrivals.map(({ slot }) => Math.min(latestMs, Math.max(earliestMs, slot.getTime() - start.getTime()))),
  );
  if (offsets.length === 0 || event.expected === 0) return null;
  const start = event.start.getTime();
  const first = quarterOf(start + Math.min(...offsets));
  const last = quarterOf(start + Math.max(...offsets));
  const forecast: ExpectedArrivals[] = [];
  // One quarter more, because events may begin at different minutes of a quarter.
  for (let from = first; from <= last + quarterMs; from += quarterMs) {
    const sinceStart = from + quarterMs - start;
    const shares = usable.map((one) => shareBy(one, sinceStart));
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    forecast.push({ from: new Date(from), arrived: Math.round(mean * event.expected) });
  }
  return forecast;
}

function shareBy({ start, registered, arrivals }: EarlierArrivals, sinceStartMs: number): number {
  const untilMs = start.getTime() + sinceStartMs;
  let arrived = 0;
  for (const { slot, count } of arrivals) if (slot.getTime() + quarterMs <= untilMs) arrived += count;
  return Math.min(1, arrived / registered);
}

function quarterOf(instantMs: number): number {
  return Math.floor(instantMs / quarterMs) * quarterMs;
}
