/** Does one thing at a time: started again meanwhile, it is the one that is under way. */
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
