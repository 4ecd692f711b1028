/**
 * A camera sees one code in many frames, and a scanner's beam twice: which readings are somebody new? Pure.
 * Invariant: the same text counts again only after it was out of sight for a while.
 */

/** A code that is held before the camera leaves its sight for a moment: a hand shakes, the light flickers. */
export const outOfSightMs = 2_000;

/** Tells new readings from repeats. */
export interface RepeatFilter {
  /** Takes each reading with its instant (of a clock that only goes forward); true when it is to be acted upon. */
  isNew(text: string, nowMs: number): boolean;
  /** Nothing was done with a reading: the next one of its text is new, also of a code that is still held. */
  forget(text: string): void;
}

/** Makes a filter that has seen nothing yet. */
export function repeatFilter(awayMs: number = outOfSightMs): RepeatFilter {
  const lastSeen = new Map<string, number>();
  return {
    isNew(text, nowMs) {
      const before = lastSeen.get(text);
      // A party shows its codes in turn, and none of them is to count twice: each is remembered by itself.
      for (const [seen, at] of lastSeen) if (nowMs - at >= awayMs) lastSeen.delete(seen);
      lastSeen.set(text, nowMs);
      return before === undefined || nowMs - before >= awayMs;
    },
    forget: (text) => void lastSeen.delete(text),
  };
}
