/** Whether tests run in full, as with `npm test -- --all`. */
export function playsAll(): boolean {
  return process.env.TESTS === "all";
}

/** How many random sequences of steps a test plays; PROPERTY_RUNS overrides both. */
export function historyCount({ all, quick = all }: { all: number; quick?: number }): number {
  return Number(process.env.PROPERTY_RUNS ?? (playsAll() ? all : quick));
}
