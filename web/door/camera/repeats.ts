/**
 * A camera sees one code in many frames, and a scanner's beam twice: which readings are somebody new? Pure.
 * Invariant: the same text counts again only after it was out of sight for a while.
 */

/** A code that is held before the camera leaves its sight for a moment: a hand shakes, the light flickers. */
export const outOfSightMs = 2_000;

/** Takes each reading with its instant (of a clock that only goes forward); true when it is to be acted upon. */
export function repeatFilter(awayMs: number = outOfSightMs): (text: string, nowMs: number) => boolean {
  const lastSeen = new Map<string, number>();
  return (text, nowMs) => {
    const before = lastSeen.get(text);
    // A party shows its codes in turn, and none of them is to count twice: each is remembered by itself.
    for (const [seen, at] of lastSeen) if (nowMs - at >= awayMs) lastSeen.delete(seen);
    lastSeen.set(text, nowMs);
    return before === undefined || nowMs - before >= awayMs;
  };
}
