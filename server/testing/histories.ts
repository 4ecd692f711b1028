/** Whether tests run in full, as with `npm test -- --all`. */
export function playsAll(): boolean {
  return process.env.TESTS === "all";
}

/** The number of random histories that a test plays: `all` with `npm test -- --all`, else `quick`, or PROPERTY_RUNS. */
export function historyCount({ all, quick = all }: { all: number; quick?: number }): number {
  return Number(process.env.PROPERTY_RUNS ?? (playsAll() ? all : quick));
}
