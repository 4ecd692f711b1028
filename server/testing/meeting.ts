/** Makes a number of transactions wait for each other at one point, so that a possible race does happen. */
export function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    if (++arrived >= count) resolve();
    return promise;
  };
}
