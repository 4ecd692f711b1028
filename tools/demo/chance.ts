/** Random numbers that are the same in every run, so that the demo world can be tested. Not for secrets. */

export interface Chance {
  /** A number x with 0 ≤ x < 1. */
  next(): number;
  /** An integer from 0 to `end` - 1. */
  below(end: number): number;
  /** True with probability `share` (0 to 1). */
  happens(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** A random index of `weights`, at least one of which must be positive. */
  weighted(weights: readonly number[]): number;
}

/**
 * Makes a generator of numbers x with 0 ≤ x < 1 (mulberry32,
 * https://gist.github.com/tommyettinger/46a874533244883189143505d203312c).
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function chanceFrom(seed: number): Chance {
  const next = seededRandom(seed);
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    happens: (share) => next() < share,
    pick: (from) => from[below(from.length)]!,
    weighted: (weights) => {
      let remaining = next() * weights.reduce((sum, weight) => sum + weight, 0);
      for (const [index, weight] of weights.entries()) {
        remaining -= weight;
        if (remaining < 0) return index;
      }
      return weights.findLastIndex((weight) => weight > 0);
    },
  };
}
