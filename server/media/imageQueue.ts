/**
 * Work on pictures, one at a time: decoding takes a core and up to 160 MB for 40 megapixels, and selling tickets
 * must not wait for it.
 */
import { DomainError } from "../domainError.ts";
import { createTurns } from "../inTurn.ts";

/** More than this many pictures waiting are refused rather than kept in memory. */
const mostWaiting = 50;

let waiting = 0;
const inTurn = createTurns();

/** Runs the work after all that came before it. Refuses with `busy` when too much waits already. */
export async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting)
    throw new DomainError("busy", "Too many pictures at once. Try again in a moment.");
  waiting += 1;
  try {
    return await inTurn(work);
  } finally {
    waiting -= 1;
  }
}
