/**
 * The limits on wrong PINs of a link. A few in a row lock it for a time that doubles up to a limit, and too many in
 * total lock it until staff give it a new PIN. Pure.
 */

/** This many wrong PINs in a row lock the link. */
const wrongPinsBeforeWait = 5;
/** After this many wrong PINs in total the link needs a new PIN. A guesser finds a PIN with a chance of 1 in 20,000. */
export const mostTries = 50;
const firstWaitMs = 60_000;
const maxWaitMs = 15 * 60_000;

/** How long a link is locked after this many wrong PINs; Infinity: until it gets a new PIN. */
export function lockDurationMs({ inRow, inTotal }: { inRow: number; inTotal: number }): number {
  if (inTotal >= mostTries) return Number.POSITIVE_INFINITY;
  if (inRow < wrongPinsBeforeWait) return 0;
  return Math.min(maxWaitMs, firstWaitMs * 2 ** (inRow - wrongPinsBeforeWait));
}
