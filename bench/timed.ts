/** How long something takes that one member of staff does again and again. */

/** Does something `count` times, one after the other; gives how long each took, in ms, sorted. */
export async function timed(count: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now();
    await work(n);
    times.push(performance.now() - startedAt);
  }
  return times.sort((one, other) => one - other);
}

/** Below what a share of sorted numbers is. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
