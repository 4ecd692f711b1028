import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { remedies } from "../tools/mutations/remedies.ts";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/security.md"), "utf8");

const row = /^\| ([AFR]\d+|S-[A-Z]\d+) \|(.*)$/gm;
const idsIn = (text: string) => [...text.matchAll(row)].map(([, id]) => id!);
const ids = (letter: string, last: number) =>
  Array.from({ length: last }, (_, index) => `${letter}${index + 1}`);

function problemsIn(text: string): string[] {
  return [...text.matchAll(row)].flatMap(([, id, cells]) => {
    const paths = [...cells!.matchAll(/`([\w-]+\/[\w./-]+)`/g)].map(([, path]) => path!);
    const titles = [...cells!.matchAll(/\("([^"]+)"\)|"([^"]+)" in `/g)].map(
      ([, after, before]) => after ?? before!,
    );
    const existing = paths.filter((path) => existsSync(join(root, path)));
    const sources = existing
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(join(root, path), "utf8"));
    return [
      ...(paths.length === 0 && !cells!.includes("`npm run ") ? [`${id} names no test`] : []),
      ...paths
        .filter((path) => !existing.includes(path))
        .map((path) => `${id}: ${path} is not in the repository`),
      ...titles
        .filter((title) => !sources.some((source) => source.includes(title)))
        .map((title) => `${id}: no test is called "${title}"`),
    ];
  });
}

describe("docs/security.md", () => {
  test("docs/security.md has each attack, fault and promise once", () => {
    const found = [
      ["C", 2],
      ["H", 3],
      ["M", 11],
      ["L", 14],
      ["P", 6],
      ["T", 5],
    ] as const;
    expect(idsIn(page)).toEqual([
      ...ids("A", 27),
      ...found.flatMap(([kind, last]) => ids(`S-${kind}`, last)),
      ...ids("F", 34),
      ...ids("R", 9),
    ]);
  });

  test("each fault that was found has a remedy that can be reverted, and its row in docs/security.md names the tests", () => {
    const rows = new Map([...page.matchAll(row)].map(([, id, cells]) => [id!, cells!]));
    const unnamed = remedies.flatMap(({ id, tests }) =>
      tests.filter((path) => rows.get(id)?.includes(`\`${path}\``) !== true).map((path) => `${id}: ${path}`),
    );
    expect(unnamed).toEqual([]);
    const withRemedy = new Set(remedies.map(({ id }) => id));
    expect(idsIn(page).filter((id) => id.startsWith("S-") && !withRemedy.has(id))).toEqual([]);
  });

  test("the tests that docs/security.md names are in the repository", () => {
    expect(problemsIn(page)).toEqual([]);
  });

  test.each([
    [
      "| A1 | a script | `test/attacks/nothing.test.ts` |",
      ["A1: test/attacks/nothing.test.ts is not in the repository"],
    ],
    ["| A1 | a script | somebody will see |", ["A1 names no test"]],
    ['| F1 | a fault | `test/crash.test.ts` ("nothing burns") |', ['F1: no test is called "nothing burns"']],
    ["| R1 | a promise | `npm run audit` |", []],
  ])("a planted row of docs/security.md is checked: %s", (planted, problems) => {
    expect(problemsIn(planted)).toEqual(problems);
  });
});
