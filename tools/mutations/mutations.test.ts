import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../checks/check.ts";
import { accepted, staleEntries } from "./accepted.ts";
import { selectRandom } from "./chosen.ts";
import { isEdited, mutationsOfEdits } from "./edits.ts";
import { applyMutation, mutationsOf } from "./mutations.ts";
import { type Remedy, remedies, revertRemedy } from "./remedies.ts";
import { openTestRunner } from "./testRunner.ts";
import { tryMutations } from "./tryMutations.ts";

const mutatedSources = (source: string) =>
  mutationsOf(source, "planted.ts").map((one) => applyMutation(source, one));

test("every accepted mutation still exists in its file", async () => {
  for (const file of new Set(accepted.map((entry) => entry.file)))
    expect(staleEntries(file, await readFile(join(repository, file), "utf8"))).toEqual([]);
});

test("an accepted mutation whose line has changed is reported", () => {
  const stale = staleEntries("server/http/client.ts", "const maxWindows = 30_000;");
  expect(stale).toContainEqual(expect.objectContaining({ text: "const maxWindows = 20_000;" }));
});

test("every remedy occurs once in its file, and the tests that must notice its loss exist", async () => {
  for (const remedy of remedies) {
    const source = await readFile(join(repository, remedy.file), "utf8");
    expect(applyMutation(source, revertRemedy(remedy, source))).not.toBe(source);
    for (const file of remedy.tests)
      expect(await readFile(join(repository, file), "utf8"), remedy.id).toMatch(/\btest\b/);
  }
});

test("a remedy that occurs twice in its file, or not at all, is an error", () => {
  const remedy: Remedy = { id: "S-X1", file: "planted.ts", text: "guard();", before: "", tests: [] };
  expect(applyMutation("a(); guard(); b();", revertRemedy(remedy, "a(); guard(); b();"))).toBe("a();  b();");
  for (const source of ["a(); b();", "guard(); guard();"])
    expect(() => revertRemedy(remedy, source)).toThrow("S-X1: the remedy does not occur exactly once");
});

test("a call statement is deleted, unless it writes to the log or is unref()", () => {
  expect(mutatedSources("a(); await b(); void c();")).toEqual([
    "; await b(); void c();",
    "a(); ; void c();",
    "a(); await b(); ;",
  ]);
  expect(mutatedSources("log.warn({}, `x`); timer.unref(); const d = e();")).toEqual([]);
});

test("a guard is removed, and any other condition is negated", () => {
  expect(mutatedSources("function f(a) { if (a) return 1; }")).toEqual(["function f(a) { ; }"]);
  expect(mutatedSources("if (a) b = 1; else c = 1;")).toEqual(["if (!(a)) b = 1; else c = 1;"]);
  expect(mutatedSources("const a = b ? 1 : 0;")).toEqual(["const a = !(b) ? 1 : 0;"]);
});

test("operators are exchanged, constants are multiplied by 10, and booleans are negated", () => {
  expect(mutatedSources("const a = b && c;")).toEqual(["const a = (b) || (c);"]);
  expect(mutatedSources("const a = b < c;")).toEqual(["const a = b <= c;"]);
  expect(mutatedSources("const a = b === c;")).toEqual(["const a = b !== c;"]);
  expect(mutatedSources("const most = 10 * 60_000;")).toEqual(["const most = (10 * 60_000) * 10;"]);
  expect(mutatedSources("const a = { most: 5, isOn: true };")).toEqual([
    "const a = { most: (5) * 10, isOn: true };",
    "const a = { most: 5, isOn: false };",
  ]);
});

test("a function without a result is made to return immediately, and types are not changed", () => {
  expect(mutatedSources("function f(): void { let a = 0; a = b; }")).toEqual([
    "function f(): void { return; let a = 0; a = b; }",
  ]);
  expect(mutatedSources("type A = { most: 5; isOn: true }; interface B { c: 7 }")).toEqual([]);
});

test("the chosen mutations depend on the seed and keep their order", () => {
  const all = Array.from({ length: 100 }, (_, index) => index);
  const chosenOnce = selectRandom(all, { most: 10, seed: 1 });
  expect(chosenOnce).toHaveLength(10);
  expect(chosenOnce.toSorted((one, other) => one - other)).toEqual(chosenOnce);
  expect(selectRandom(all, { most: 10, seed: 1 })).toEqual(chosenOnce);
  expect(selectRandom(all, { most: 10, seed: 2 })).not.toEqual(chosenOnce);
});

function withoutEdits(source: string, diff: string[]): string[] {
  const mutations = mutationsOfEdits(source, "planted.ts", `${diff.join("\n")}\n`);
  return mutations.map((one) => applyMutation(source, one));
}

function addedFile(source: string): string[] {
  const lines = source.trimEnd().split("\n");
  const head = ["", "--- /dev/null", "+++ b/planted.ts", `@@ -0,0 +1,${lines.length} @@`];
  return [...head, ...lines.map((line) => `+${line}`)];
}

test("each edit of a change is reverted, and the lines of a longer edit are also broken one by one", () => {
  const head = ["--- a/planted.ts", "+++ b/planted.ts"];
  const source = "a();\nb(2);\nd();\nif (e) f();\ng = 1;\n";
  expect(
    withoutEdits(source, [...head, "@@ -2 +2 @@ a();", "-b(1);", "+b(2);", "@@ -3 +2,0 @@", "-c();"]),
  ).toEqual(["a();\nb(1);\nd();\nif (e) f();\ng = 1;\n", "a();\nb(2);\nc();\nd();\nif (e) f();\ng = 1;\n"]);
  expect(withoutEdits(source, [...head, "@@ -2,0 +3,2 @@", "+d();", "+if (e) f();"])).toEqual([
    "a();\nb(2);\ng = 1;\n",
    "a();\nb(2);\n;\nif (e) f();\ng = 1;\n",
    "a();\nb(2);\nd();\nif (!(e)) f();\ng = 1;\n",
    "a();\nb(2);\nd();\nif (e) ;\ng = 1;\n",
  ]);
});

test("an edit of comments is ignored, and the lines of a new file are only broken one by one", () => {
  const head = ["--- a/planted.ts", "+++ b/planted.ts"];
  const comments = ["-// Says a.", "+/** Says b. */", "+"];
  expect(withoutEdits("/** Says b. */\n\na();\n", [...head, "@@ -1 +1,2 @@", ...comments])).toEqual([]);
  expect(withoutEdits("a();\nb = 1;\n", addedFile("a();\nb = 1;\n"))).toEqual([";\nb = 1;\n"]);
});

test("each condition of an added statement in SQL is left out", () => {
  // "§" stands for "$", so that the linter does not see a template in a string.
  const source = [
    "const rows = sql<Row>`select a from b",
    "where b.x between 1 and 2 and (b.y is null or b.y > §{now} and b.z)",
    "  and not exists (select from c where c.b = §{sql`b.id and §{one}`} and c.d) order by a`;",
    "const text = `this and that`;",
  ].join("\n");
  const changed = withoutEdits(source.replaceAll("§", "$"), addedFile(source));
  expect(changed.map((text) => text.replaceAll("$", "§"))).toEqual([
    source.replace(" and (b.y is null or b.y > §{now} and b.z)", ""),
    source.replace(" and b.z", ""),
    source.replace(" and not exists (select from c where c.b = §{sql`b.id and §{one}`} and c.d)", ""),
    source.replace(" and §{one}", ""),
    source.replace(" and c.d", ""),
  ]);
});

test.each([
  ["select from a join b on b.x = 1", " and b.y = 2", "\n  where b.z"],
  ["select from a join b on b.x", " and b.y", " left join c on true"],
  ["select from a where x", " and y in (1, 2)", " offset 0"],
  ["select case when x", " and y", " then 1 else 2 end"],
  ["select case when x then y", " and z", " end"],
  ["select x", " and case when y then z else a end = 1", " as b, c from d"],
  ["select x", " and y = left(z, 2)", ", a from b"],
  ["select x", " and y is distinct from z", " from a"],
  ["select from a where x", " and y between z || 1 and 2", " for update"],
])("a condition of SQL is left out alone, without what follows: %s%s%s", (before, condition, after) => {
  const source = (text: string) => `\nsql\`${text}\`;\n`;
  const whole = source(before + condition + after);
  expect(withoutEdits(whole, addedFile(whole))).toEqual([source(before + after)]);
});

test("edits of tests, their helpers and declarations are not reverted", () => {
  expect(isEdited("server/people/change.ts")).toBe(true);
  expect(isEdited("web/pages/people/OneAttendee.tsx")).toBe(true);
  for (const path of [
    "web/ui/Panel.test.tsx",
    "server/people/tests/parts.ts",
    "server/testing/world.ts",
    "web/pages/door/memoryDoor.fixture.ts",
    "web/bundled.d.ts",
    "docs/wire.md",
  ])
    expect(isEdited(path)).toBe(false);
});

test("a mutation that does not compile counts as killed, and no test runs", async () => {
  const tree = await mkdtemp(join(tmpdir(), "foyer-planted-"));
  await writeFile(join(tree, "planted.ts"), "a();\n");
  const lines: string[] = [];
  const runner = { failureIn: () => Promise.reject(new Error("a test ran")), stop: () => Promise.resolve() };
  await tryMutations({
    tree,
    runner,
    file: "planted.ts",
    tests: [["planted.test.ts"]],
    mutations: mutationsOf("a();\n", "planted.ts"),
    compiles: async () => (await readFile(join(tree, "planted.ts"), "utf8")) === "a();\n",
    report: (outcome, _mutation, reason) => void lines.push(`${outcome}: ${reason}`),
  });
  await rm(tree, { recursive: true });
  expect(lines).toEqual(["killed: the compiler"]);
});

test("a mutation of an untested line survives, one of a tested line is killed, and the file is restored", async () => {
  const tree = await mkdtemp(join(tmpdir(), "foyer-planted-"));
  const runner = openTestRunner(tree);
  try {
    const source = [
      "export const seen: string[] = [];",
      "export function enter(age: number): boolean {",
      "  if (age >= 18) seen.push('adult');",
      "  seen.push('anybody');",
      "  return true;",
      "}",
      "",
    ].join("\n");
    const tests = [
      'import { expect, test } from "vitest";',
      'import { enter, seen } from "./planted.ts";',
      'test("everybody who enters is seen", () => {',
      "  enter(17);",
      "  expect(seen).toContain('anybody');",
      "});",
      "",
    ].join("\n");
    await mkdir(join(tree, "src"));
    await writeFile(join(tree, "src/planted.ts"), source);
    await writeFile(join(tree, "src/planted.test.ts"), tests);
    await writeFile(
      join(tree, "src/broken.test.ts"),
      'import { test } from "vitest";\ntest("x", () => { throw 1 });\n',
    );
    await cp(join(repository, "tsconfig.base.json"), join(tree, "tsconfig.json"));
    await symlink(join(repository, "node_modules"), join(tree, "node_modules"));
    const lines: string[] = [];
    const trial = {
      tree,
      runner,
      file: "src/planted.ts",
      mutations: mutationsOf(source, "planted.ts").filter(({ what }) => what === "deletes the call"),
      report: (outcome: string, { line }: { line: number }) => void lines.push(`${outcome} ${line}`),
    };
    await tryMutations({ ...trial, tests: [["src/planted.test.ts"]] });
    expect(lines.splice(0)).toEqual(["survived 3", "killed 4"]);
    await tryMutations({ ...trial, tests: [["src/broken.test.ts"]] });
    expect(lines.splice(0)).toEqual(["skipped 3", "skipped 4"]);
    await tryMutations({ ...trial, tests: [["src/planted.test.ts"]] });
    expect(lines).toEqual(["survived 3", "killed 4"]);
    expect(await readFile(join(tree, "src/planted.ts"), "utf8")).toBe(source);
  } finally {
    await runner.stop();
    await rm(tree, { recursive: true });
  }
});
