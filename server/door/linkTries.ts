const wrongPinsBeforeWait = 5;
/** A guesser finds a PIN of six digits with a chance of 1 in 20,000. */
export const mostTries = 50;
const firstWaitMs = 60_000;
const maxWaitMs = 15 * 60_000;

/** How long a link is locked after this many wrong PINs; Infinity: until it gets a new PIN. */
export function lockDurationMs({ inRow, inTotal }: { inRow: number; inTotal: number }): number {
  if (inTotal >= mostTries) return Number.POSITIVE_INFINITY;
  if (inRow < wrongPinsBeforeWait) return 0;
  return Math.min(maxWaitMs, firstWaitMs * 2 ** (inRow - wrongPinsBeforeWait));
}
