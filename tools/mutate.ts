// npm run mutate: breaks lines of the files that mutations/tests.ts lists, one at a time, to find untested ones.
// npm run mutate -- server/http/client.ts --most 20 --seed 1: only this file, and 20 of its mutations.
// npm run mutate -- --change main: reverts the edits since main in contract, server and web, and breaks the lines of
// longer edits and of new files.
// npm run mutate -- --remedies: reverts each remedy of mutations/remedies.ts; -- --remedies S-C1 A4: only these.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { repository, runTool } from "./checks/check.ts";
import { acceptedEntry, staleEntries } from "./mutations/accepted.ts";
import { selectRandom } from "./mutations/chosen.ts";
import { isEdited, mutationsOfEdits } from "./mutations/edits.ts";
import { type Mutation, mutationsOf } from "./mutations/mutations.ts";
import { remedies, revertRemedy } from "./mutations/remedies.ts";
import { openTestRunner } from "./mutations/testRunner.ts";
import { isMutated, testsOf, testsOfEdit } from "./mutations/tests.ts";
import { type MutationOutcome, tryMutations } from "./mutations/tryMutations.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: "string" },
    seed: { type: "string", default: "1" },
    remedies: { type: "boolean" },
    change: { type: "string" },
  },
});

/** Unused imports, locals, types and parameters, and code that is never reached. */
const unusedErrors = new Set(["6133", "6138", "6192", "6196", "6198", "7027"]);

const sources = (await git("ls-files")).split("\n");
const changeBase = values.change && (await git("merge-base", values.change, "HEAD"));
const changed = changeBase
  ? (await git("diff", "--name-only", "--diff-filter=AM", changeBase)).split("\n")
  : [];
const all = changeBase ? changed.filter(isEdited) : sources.filter(isMutated);
const known = values.remedies ? remedies.map(({ id }) => id) : all;
const unknown = positionals.filter((given) => !known.includes(given));
if (unknown.length > 0) {
  console.error(
    values.remedies
      ? `${unknown.join(", ")} has no remedy in tools/mutations/remedies.ts.`
      : `No mutations are made in ${unknown.join(", ")}: tools/mutations says which files have some.`,
  );
  process.exit(1);
}
const selection = positionals.length > 0 ? positionals : known;
const tree = await copyOfTree();
const runner = openTestRunner(tree);
const count: Record<MutationOutcome, number> = { killed: 0, survived: 0, skipped: 0 };
process.exitCode = values.remedies ? await revertRemedies(selection) : await mutate(selection);
await runner.stop();

function reportOutcome(file: string, outcome: MutationOutcome, { line, what }: Mutation, reason: string) {
  count[outcome] += 1;
  console.log(`${outcome.padEnd(8)} ${file}:${line} ${what} (${reason})`);
}

async function revertRemedies(ids: readonly string[]): Promise<number> {
  for (const remedy of remedies.filter(({ id }) => ids.includes(id)))
    await tryMutations({
      tree,
      runner,
      file: remedy.file,
      tests: [remedy.tests],
      mutations: [revertRemedy(remedy, readFileSync(join(tree, remedy.file), "utf8"))],
      report: (outcome, mutation, reason) => reportOutcome(remedy.file, outcome, mutation, reason),
    });
  console.log(`${count.killed} killed, ${count.survived} survived, ${count.skipped} skipped`);
  return count.survived + count.skipped > 0 ? 1 : 0;
}

async function mutate(files: readonly string[]): Promise<number> {
  const candidates: { file: string; source: string; mutation: Mutation }[] = [];
  for (const file of files) {
    const source = readFileSync(join(tree, file), "utf8");
    const mutations = changeBase
      ? mutationsOfEdits(
          source,
          file,
          await git("diff", "--unified=0", "--no-renames", changeBase, "--", file),
        )
      : mutationsOf(source, file);
    candidates.push(...mutations.map((mutation) => ({ file, source, mutation })));
  }
  const max = values.most === undefined ? candidates.length : Number(values.most);
  const selected = selectRandom(candidates, { most: max, seed: Number(values.seed) });
  if (changeBase && !(await compiles())) throw new Error("The change does not compile.");
  console.log(
    `${candidates.length} mutations in ${files.length} files, ${selected.length} of them are tried.`,
  );
  for (const file of files) {
    const fileMutations = selected.filter((one) => one.file === file);
    const mutations = fileMutations.flatMap(({ source, mutation }) => {
      const acceptedMutant = acceptedEntry(file, source, mutation);
      if (acceptedMutant === undefined) return [mutation];
      reportOutcome(file, "skipped", mutation, acceptedMutant.reason);
      return [];
    });
    if (mutations.length > 0)
      await tryMutations({
        tree,
        runner,
        file,
        tests: changeBase ? testsOfEdit(tree, file, { sources, changed }) : testsOf(tree, file, sources),
        mutations,
        ...(changeBase && { compiles }),
        report: (outcome, mutation, reason) => reportOutcome(file, outcome, mutation, reason),
      });
  }
  const stale = files.flatMap((file) => staleEntries(file, readFileSync(join(tree, file), "utf8")));
  for (const { file, text } of stale) console.log(`accepted, but not there: ${file}: ${text}`);
  console.log(`${count.killed} killed, ${count.survived} survived, ${count.skipped} skipped`);
  return count.survived + stale.length > 0 ? 1 : 0;
}

/** Ignores errors about unused code, because it is common after a mutation, and only a test shows that it is missed. */
async function compiles(): Promise<boolean> {
  const { code, stdout } = await runTool("tsc", ["-b"], {}, tree);
  const errors = [...stdout.matchAll(/error TS(\d+)/g)].map(([, error]) => error!);
  return code === 0 || (errors.length > 0 && errors.every((error) => unusedErrors.has(error)));
}

/** Copies the files in Git with their uncommitted changes, because people go on working in their tree. */
async function copyOfTree(): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), "foyer-mutate-")), "tree");
  const state = (await git("stash", "create")) || "HEAD";
  await git("worktree", "add", "--detach", folder, state);
  // The copy has its own .cache, because the compiler stores there what it knows about a tree.
  const modules = join(repository, "node_modules");
  mkdirSync(join(folder, "node_modules", ".cache"), { recursive: true });
  for (const name of readdirSync(modules).filter((name) => name !== ".cache"))
    symlinkSync(join(modules, name), join(folder, "node_modules", name));
  for (const made of ["dist", "node_modules/.cache/tsc"])
    if (existsSync(join(repository, made)))
      cpSync(join(repository, made), join(folder, made), { recursive: true });
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  process.once("exit", () => {
    rmSync(join(folder, ".."), { recursive: true, force: true });
    spawnSync("git", ["worktree", "prune"], { cwd: repository });
  });
  return folder;
}

async function git(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runTool("git", words);
  if (code !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
  return stdout.trim();
}
