/**
 * The limits on wrong PINs of a link. A machine guesses six digits in an hour, so a few wrong PINs in a row
 * close the link for a time that doubles, and too many in total close it until staff give it a new PIN. Pure.
 */

/** This many wrong PINs in a row close the link. */
const wrongPinsBeforeWait = 5;
/** The most wrong PINs in total: a guesser's chance is one in 20,000. */
export const mostTries = 50;
const firstWaitMs = 60_000;
const maxWaitMs = 15 * 60_000;

/** How long a link is closed after this many wrong PINs; Infinity: until it gets a new PIN. */
export function lockDurationMs({ inRow, inAll }: { inRow: number; inAll: number }): number {
  if (inAll >= mostTries) return Number.POSITIVE_INFINITY;
  if (inRow < wrongPinsBeforeWait) return 0;
  return Math.min(maxWaitMs, firstWaitMs * 2 ** (inRow - wrongPinsBeforeWait));
}
