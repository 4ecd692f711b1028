/** Whether tests run in full, as with `npm test -- --all`. */
export function playsAll(): boolean {
  return process.env.TESTS === "all";
}

/** How many random cases a test tries; PROPERTY_RUNS overrides both. */
export function historyCount({ all, quick = all }: { all: number; quick?: number }): number {
  return Number(process.env.PROPERTY_RUNS ?? (playsAll() ? all : quick));
}
