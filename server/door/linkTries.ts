/**
 * How many wrong PINs does a link take? Six digits are guessed by a machine in an hour, so a few in a row close the link
 * for a while that doubles, and too many in all until staff give it a new PIN. Pure.
 */

/** Wrong PINs in a row that cost nothing but the last. */
const inRowBeforeWait = 5;
/** Wrong PINs in all that a PIN lives through: one in 20,000 guesses it. */
export const mostTries = 50;
const firstWaitMs = 60_000;
const longestWaitMs = 15 * 60_000;

/** For how long a link is closed after so many wrong PINs; Infinity: until it gets a new one. */
export function closedForMs({ inRow, inAll }: { inRow: number; inAll: number }): number {
  if (inAll >= mostTries) return Number.POSITIVE_INFINITY;
  if (inRow < inRowBeforeWait) return 0;
  return Math.min(longestWaitMs, firstWaitMs * 2 ** (inRow - inRowBeforeWait));
}
