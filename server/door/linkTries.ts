/**
 * The limits on wrong PINs of a link. A machine guesses six digits in an hour, so a few wrong ones in a row close the
 * link for a time that doubles, and too many in all close it until staff give it a new PIN. Pure.
 */

/** This many wrong PINs in a row close the link. */
const inRowBeforeWait = 5;
/** The most wrong PINs in all: a guesser's chance is one in 20,000. */
export const mostTries = 50;
const firstWaitMs = 60_000;
const longestWaitMs = 15 * 60_000;

/** How long a link is closed after so many wrong PINs; Infinity: until it gets a new one. */
export function closedForMs({ inRow, inAll }: { inRow: number; inAll: number }): number {
  if (inAll >= mostTries) return Number.POSITIVE_INFINITY;
  if (inRow < inRowBeforeWait) return 0;
  return Math.min(longestWaitMs, firstWaitMs * 2 ** (inRow - inRowBeforeWait));
}
