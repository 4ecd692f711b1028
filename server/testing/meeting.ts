/** Makes a number of transactions wait for each other at one point, so that a possible race does happen. */
export function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    if (++come >= count) resolve();
    return promise;
  };
}
