/** What does chance decide? One seed gives each subject a stream of its own, so that one throw more of one moves no other. */
import { randomFrom } from "../../server/testing/randomFrom.ts";

/** A stream of chances. */
export interface Dice {
  /** True with a probability from 0 to 1. */
  chance(probability: number): boolean;
  /** A whole number from 0, below `limit`. */
  below(limit: number): number;
  /** One of some. */
  pick<T>(among: readonly T[]): T;
  /** One of some, each as likely as its weight. */
  weighted<T>(among: readonly (readonly [weight: number, what: T])[]): T;
}

/** The dice of a subject. */
export function diceOf(seed: number, subject: string): Dice {
  const random = randomFrom(hashOf(`${seed} ${subject}`));
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    chance: (probability) => random() < probability,
    below,
    pick: (among) => among[below(among.length)]!,
    weighted(among) {
      let left = random() * among.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, what] of among) {
        left -= weight;
        if (left < 0) return what;
      }
      return among.at(-1)![1];
    },
  };
}

/** FNV-1a: a number for a text, the same on every machine. */
export function hashOf(text: string, from = 0x811c9dc5): number {
  let hash = from;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
