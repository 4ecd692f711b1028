/** Whether every history is played: with `npm test -- --all`, as in CI. */
export function playsAll(): boolean {
  return process.env.TESTS === "all";
}

/**
 * The number of random histories that a property plays: `all` in `npm test -- --all`, `quick` otherwise.
 * PROPERTY_RUNS=1000 plays that many.
 */
export function historyCount({ all, quick = all }: { all: number; quick?: number }): number {
  return Number(process.env.PROPERTY_RUNS ?? (playsAll() ? all : quick));
}
