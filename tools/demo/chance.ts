/** Chance that is the same in every run, so that the demo world can be written about and tested. Never for secrets. */

/** Draws from one seed, one after another. */
export interface Chance {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  /** True in `share` (0 to 1) of all draws. */
  happens(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** An index of `weights`, the more likely the heavier; there must be some weight. */
  weighted(weights: readonly number[]): number;
}

/** Begins the draws of a seed (mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c). */
export function chanceFrom(seed: number): Chance {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    happens: (share) => next() < share,
    pick: (from) => from[below(from.length)]!,
    weighted: (weights) => {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
      for (const [index, weight] of weights.entries()) {
        left -= weight;
        if (left < 0) return index;
      }
      return weights.findLastIndex((weight) => weight > 0);
    },
  };
}
