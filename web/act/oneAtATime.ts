/** Runs one task at a time. A call during a task starts none, and gets the result of that task. */
export interface OneAtATime<R> {
  isUnderWay(): boolean;
  run(work: () => Promise<R>): Promise<R>;
}

export function oneAtATime<R>(): OneAtATime<R> {
  let underWay: Promise<R> | null = null;
  return {
    isUnderWay: () => underWay !== null,
    run(work) {
      underWay ??= work().finally(() => {
        underWay = null;
      });
      return underWay;
    },
  };
}
