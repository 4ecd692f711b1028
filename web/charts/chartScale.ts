/** Two to five whole numbers from 0 to at least `highest`: 0, 25, 50, 75, 100. */
export function ticksTo(highest: number): number[] {
  const rough = Math.max(highest, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough && Number.isInteger(one * power)) ?? 10) * power;
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, index) => index * step);
}

/** Evenly spaced indexes from 0 in `length` items, at most `limit`. */
export function spreadOver(length: number, limit: number): number[] {
  const step = Math.max(1, Math.ceil(length / limit));
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step);
}
