import { createHash } from "node:crypto";

/** Chooses at most `most` entries by the seed, and keeps their order. */
export function selectRandom<T>(all: readonly T[], { most, seed }: { most: number; seed: number }): T[] {
  const ranked = all.map((one, index) => ({
    at: index,
    one,
    rank: createHash("sha256").update(`${seed} ${index}`).digest("hex"),
  }));
  return ranked
    .sort((first, second) => (first.rank < second.rank ? -1 : 1))
    .slice(0, most)
    .sort((first, second) => first.at - second.at)
    .map(({ one }) => one);
}
