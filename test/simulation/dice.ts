/** The random numbers of a simulation. Each subject has its own stream, so extra draws do not change other streams. */
import { randomFrom } from "../../server/testing/randomFrom.ts";

/** A stream of random draws. */
export interface Dice {
  /** True with a probability from 0 to 1. */
  chance(probability: number): boolean;
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number;
  /** One of the given values. */
  pick<T>(among: readonly T[]): T;
  /** One of the given values, with the probability of its weight. */
  weighted<T>(among: readonly (readonly [weight: number, value: T])[]): T;
}

/** The stream of a subject. */
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

/** FNV-1a: a hash of a text, the same on every machine. */
export function hashOf(text: string, from = 0x811c9dc5): number {
  let hash = from;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
