import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../checks/check.ts";
import { chosen } from "./chosen.ts";
import { broken, mutationsOf } from "./mutations.ts";
import { openTestRunner } from "./testRunner.ts";
import { tryMutations } from "./tryMutations.ts";

/** The source after each mutation. */
const allOf = (source: string) => mutationsOf(source, "planted.ts").map((one) => broken(source, one));

test("a statement that is a call is deleted, unless it is a line of the log or lets a process end", () => {
  expect(allOf("a(); await b(); void c();")).toEqual([
    "; await b(); void c();",
    "a(); ; void c();",
    "a(); await b(); ;",
  ]);
  expect(allOf("log.warn({}, `x`); timer.unref(); const d = e();")).toEqual([]);
});

test("a guard is taken away, and any other condition is turned round", () => {
  expect(allOf("function f(a) { if (a) return 1; }")).toEqual(["function f(a) { ; }"]);
  expect(allOf("if (a) b = 1; else c = 1;")).toEqual(["if (!(a)) b = 1; else c = 1;"]);
  expect(allOf("const a = b ? 1 : 0;")).toEqual(["const a = !(b) ? 1 : 0;"]);
});

test("words between conditions and limits are exchanged, and numbers that are set grow", () => {
  expect(allOf("const a = b && c;")).toEqual(["const a = (b) || (c);"]);
  expect(allOf("const a = b < c;")).toEqual(["const a = b <= c;"]);
  expect(allOf("const a = b === c;")).toEqual(["const a = b !== c;"]);
  expect(allOf("const most = 10 * 60_000;")).toEqual(["const most = (10 * 60_000) * 10;"]);
  expect(allOf("const a = { most: 5, isOn: true };")).toEqual([
    "const a = { most: (5) * 10, isOn: true };",
    "const a = { most: 5, isOn: false };",
  ]);
});

test("a function that gives nothing returns at once, and types are left alone", () => {
  expect(allOf("function f(): void { let a = 0; a = b; }")).toEqual([
    "function f(): void { return; let a = 0; a = b; }",
  ]);
  expect(allOf("type A = { most: 5; isOn: true }; interface B { c: 7 }")).toEqual([]);
});

test("some of many are the same for a seed, others for another, and stand in their order", () => {
  const all = Array.from({ length: 100 }, (_, at) => at);
  const some = chosen(all, { most: 10, seed: 1 });
  expect(some).toHaveLength(10);
  expect(some.toSorted((one, other) => one - other)).toEqual(some);
  expect(chosen(all, { most: 10, seed: 1 })).toEqual(some);
  expect(chosen(all, { most: 10, seed: 2 })).not.toEqual(some);
});

test("of a tested and an untested line the untested one survives, and the file is whole afterwards", async () => {
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
      'test("whoever enters is seen", () => {',
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
      tell: (outcome: string, { line }: { line: number }) => void lines.push(`${outcome} ${line}`),
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
