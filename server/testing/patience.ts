/** How long a test waits before it fails: long, because machines may be slow. */
export const hangTimeoutMs = 180_000;

/** Measures how long something runs, in milliseconds. */
export async function measure<T>(run: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  const value = await run();
  return { value, ms: performance.now() - startedAt };
}
