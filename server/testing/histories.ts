/** Whether tests run in full, as with `npm test -- --all`. */
export function playsAll(): boolean {
  return process.env.TESTS === "all";
}

/**
 * The number of random histories, which are sequences of random steps: `all` with `npm test -- --all`, `quick`
 * otherwise. PROPERTY_RUNS=1000 plays that many.
 */
export function historyCount({ all, quick = all }: { all: number; quick?: number }): number {
  return Number(process.env.PROPERTY_RUNS ?? (playsAll() ? all : quick));
}
