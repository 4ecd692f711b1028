/**
 * How long a test waits for something that must come, in milliseconds. It ends a test that hangs; no verdict depends on
 * it. What must be quick is compared with something measured in the same run.
 */
export const patienceMs = 180_000;

/** Runs it and measures how long it took, in milliseconds. */
export async function timed<T>(run: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  const value = await run();
  return { value, ms: performance.now() - startedAt };
}
