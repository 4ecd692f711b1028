/** Work that takes turns: each begins when what came before it has ended, well or not. */

/** Runs work once it is its turn, and gives what it gives. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Gives a function that all who take turns with one another share. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
