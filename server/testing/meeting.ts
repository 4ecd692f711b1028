/** Returns a function that resolves once it was called `count` times: transactions meet there, so that a race happens. */
export function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    if (++arrived >= count) resolve();
    return promise;
  };
}
