/** Measures work that is repeated one time after the other. */

/** Runs `work` `count` times, one after the other. Returns the times in ms, sorted. */
export async function measureTimes(count: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now();
    await work(n);
    times.push(performance.now() - startedAt);
  }
  return times.sort((one, other) => one - other);
}

/** The value below which this share of the sorted numbers is. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
