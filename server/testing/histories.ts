/**
 * Whether all random histories, requests and journeys are tested, as with `npm test -- --all` and in CI. A history is a
 * sequence of random steps.
 */
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
