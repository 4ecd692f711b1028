/**
 * The time that a test waits for an expected result, in milliseconds. It only ends a test that hangs; no verdict
 * depends on it. Speed is compared with a measurement of the same run.
 */
export const hangTimeoutMs = 180_000;

/** Runs something and measures its duration in milliseconds. */
export async function measure<T>(run: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  const value = await run();
  return { value, ms: performance.now() - startedAt };
}
