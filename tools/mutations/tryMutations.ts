// Does a test notice it, when a file is broken?
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { runTool } from "../checks/check.ts";
import { broken, type Mutation } from "./mutations.ts";

export type Outcome = "killed" | "survived" | "skipped";

type Trial = {
  /** A copy of the repository: its files are overwritten. */
  tree: string;
  file: string;
  /** Of these the first group that notices it is the last that is run. */
  tests: string[][];
  mutations: readonly Mutation[];
  tell: (outcome: Outcome, mutation: Mutation, words: string) => void;
};

/** A test that a break keeps from ending has noticed it. */
const mostMs = 15 * 60_000;

/** Breaks the file in each way, one at a time, and runs its tests. */
export async function tryMutations({ tree, file, tests, mutations, tell }: Trial): Promise<void> {
  const path = join(tree, file);
  const source = readFileSync(path, "utf8");
  /** Tests that fail as it is notice nothing. Each group is judged when it is needed first. */
  const failureOf = new Map<string[], string | null>();
  const failureWithout = async (group: string[]) => {
    const known = failureOf.get(group);
    if (known !== undefined) return known;
    const failure = await failureIn(tree, group);
    failureOf.set(group, failure);
    return failure;
  };

  for (const mutation of mutations) {
    let outcome: Outcome = "skipped";
    let words = "it has no tests";
    try {
      for (const group of tests) {
        const before = await failureWithout(group);
        if (before !== null) {
          if (outcome === "skipped") words = `fails without it: ${before}`;
          continue;
        }
        writeFileSync(path, broken(source, mutation));
        const failure = await failureIn(tree, group);
        writeFileSync(path, source);
        outcome = failure === null ? "survived" : "killed";
        words = failure ?? group.join(" ");
        if (outcome === "killed") break;
      }
    } finally {
      writeFileSync(path, source);
    }
    tell(outcome, mutation, words);
  }
}

/** The first test that fails; null where none does. */
async function failureIn(tree: string, tests: string[]): Promise<string | null> {
  const limit = String(mostMs / 1000);
  const ran = await runTool("timeout", [limit, "vitest", "run", "--bail=1", ...tests], {}, tree);
  if (ran.code === 0) return null;
  const [, first] = /FAIL\s+(.+)/.exec(stripVTControlCharacters(ran.stdout + ran.stderr)) ?? [];
  return first ?? `vitest ended with code ${ran.code}`;
}
