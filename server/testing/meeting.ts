/** Makes a function that resolves once it was called `count` times, so that transactions race. */
export function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    if (++arrived >= count) resolve();
    return promise;
  };
}
