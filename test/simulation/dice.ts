import { randomFrom } from "../../server/testing/randomFrom.ts";

export interface Dice {
  chance(probability: number): boolean;
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number;
  pick<T>(among: readonly T[]): T;
  weighted<T>(among: readonly (readonly [weight: number, value: T])[]): T;
}

/** Opens the random stream of a subject. Extra draws of one subject do not change the others. */
export function diceOf(seed: number, subject: string): Dice {
  const random = randomFrom(hashOf(`${seed} ${subject}`));
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    chance: (probability) => random() < probability,
    below,
    pick: (among) => among[below(among.length)]!,
    weighted(among) {
      let remaining = random() * among.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of among) {
        remaining -= weight;
        if (remaining < 0) return value;
      }
      return among.at(-1)![1];
    },
  };
}

/** Hashes a text with FNV-1a, with the same result on every machine. */
export function hashOf(text: string, from = 0x811c9dc5): number {
  let hash = from;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
