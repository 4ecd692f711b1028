import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyMutation, type Mutation } from "./mutations.ts";
import type { TestRunner } from "./testRunner.ts";

export type MutationOutcome = "killed" | "survived" | "skipped";

type Trial = {
  /** A copy of the repository: its files are overwritten. */
  tree: string;
  runner: TestRunner;
  file: string;
  /** Groups of tests. After the first group that notices a mutation, no other runs. */
  tests: string[][];
  mutations: readonly Mutation[];
  /** Whether the copy still compiles. */
  compiles?: () => Promise<boolean>;
  report: (outcome: MutationOutcome, mutation: Mutation, reason: string) => void;
};

/** A run may take this long, in addition to five times its duration without a mutation. */
const extraMs = 60_000;

/** Applies each mutation, and reports whether a test notices it. */
export async function tryMutations(trial: Trial): Promise<void> {
  const { tree, runner, file, tests, mutations, compiles, report } = trial;
  const path = join(tree, file);
  const source = readFileSync(path, "utf8");
  /** The results without a mutation: tests that already fail notice nothing. */
  const baselines = new Map<string[], { failure: string | null; ms: number }>();
  const measureBaseline = async (group: string[]) => {
    const startedAt = performance.now();
    const failure = await runner.failureIn(group, { changed: path, mostMs: 15 * extraMs });
    const baseline = { failure, ms: Math.ceil(performance.now() - startedAt) };
    baselines.set(group, baseline);
    return baseline;
  };

  try {
    for (const mutation of mutations) {
      if (compiles !== undefined) {
        writeFileSync(path, applyMutation(source, mutation));
        const isCompiled = await compiles();
        writeFileSync(path, source);
        if (!isCompiled) {
          report("killed", mutation, "the compiler");
          continue;
        }
      }
      let outcome: MutationOutcome = "skipped";
      let reason = "it has no tests";
      for (const group of tests) {
        const baseline = baselines.get(group) ?? (await measureBaseline(group));
        if (baseline.failure !== null) {
          if (outcome === "skipped") reason = `fails without it: ${baseline.failure}`;
          continue;
        }
        writeFileSync(path, applyMutation(source, mutation));
        const failure = await runner.failureIn(group, { changed: path, mostMs: extraMs + 5 * baseline.ms });
        writeFileSync(path, source);
        outcome = failure === null ? "survived" : "killed";
        reason = failure ?? group.join(" ");
        if (outcome === "killed") break;
      }
      report(outcome, mutation, reason);
    }
  } finally {
    writeFileSync(path, source);
  }
}
