/**
 * A camera sees one code in many frames, and a hand scanner may read it twice. Invariant: the same text counts again
 * only after it was out of sight for a while, or was forgotten.
 */

/** For a shorter time the camera may lose a code that is still held. */
const outOfSightMs = 2_000;

export interface RepeatFilter {
  isNew(text: string, nowMs: number): boolean;
  /** The next reading of this text is new, even if the code is still held. */
  forget(text: string): void;
}

export function createRepeatFilter(): RepeatFilter {
  const lastSeen = new Map<string, number>();
  return {
    isNew(text, nowMs) {
      const lastMs = lastSeen.get(text);
      // A party shows its codes by turns, and none may count twice, so each code is remembered separately.
      for (const [seenText, seenMs] of lastSeen)
        if (nowMs - seenMs >= outOfSightMs) lastSeen.delete(seenText);
      lastSeen.set(text, nowMs);
      return lastMs === undefined || nowMs - lastMs >= outOfSightMs;
    },
    forget: (text) => void lastSeen.delete(text),
  };
}
