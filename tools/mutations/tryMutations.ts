// Does a test notice it, when a file is broken?
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { broken, type Mutation } from "./mutations.ts";
import type { TestRunner } from "./testRunner.ts";

export type MutationOutcome = "killed" | "survived" | "skipped";

type Trial = {
  /** A copy of the repository: its files are overwritten. */
  tree: string;
  runner: TestRunner;
  file: string;
  /** Of these the first group that notices it is the last that is run. */
  tests: string[][];
  mutations: readonly Mutation[];
  tell: (outcome: MutationOutcome, mutation: Mutation, words: string) => void;
};

/** How long a run may take, beside five times of what it took before the break. */
const patienceMs = 60_000;

/** Breaks the file in each way, one at a time, and runs its tests. */
export async function tryMutations({ tree, runner, file, tests, mutations, tell }: Trial): Promise<void> {
  const path = join(tree, file);
  const source = readFileSync(path, "utf8");
  /** Tests that fail as it is notice nothing. Each group is judged when it is needed first. */
  const judged = new Map<string[], { failure: string | null; ms: number }>();
  const withoutBreak = async (group: string[]) => {
    const startedAt = performance.now();
    const failure = await runner.failureIn(group, { changed: path, mostMs: 15 * patienceMs });
    const before = { failure, ms: Math.ceil(performance.now() - startedAt) };
    judged.set(group, before);
    return before;
  };

  try {
    for (const mutation of mutations) {
      let outcome: MutationOutcome = "skipped";
      let words = "it has no tests";
      for (const group of tests) {
        const before = judged.get(group) ?? (await withoutBreak(group));
        if (before.failure !== null) {
          if (outcome === "skipped") words = `fails without it: ${before.failure}`;
          continue;
        }
        writeFileSync(path, broken(source, mutation));
        const failure = await runner.failureIn(group, { changed: path, mostMs: patienceMs + 5 * before.ms });
        writeFileSync(path, source);
        outcome = failure === null ? "survived" : "killed";
        words = failure ?? group.join(" ");
        if (outcome === "killed") break;
      }
      tell(outcome, mutation, words);
    }
  } finally {
    writeFileSync(path, source);
  }
}
