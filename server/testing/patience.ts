/**
 * How long a test waits for an expected result before it fails, in milliseconds: long, so that a slow machine does
 * not fail it.
 */
export const hangTimeoutMs = 180_000;

/** Runs something and measures its duration in milliseconds. */
export async function measure<T>(run: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  const value = await run();
  return { value, ms: performance.now() - startedAt };
}
