import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Names that each file of a kind may export (STYLE.md). */
const idioms = [
  { files: /^web\/.*\.tsx$/, names: ["Component", "loader", "action", "needsScript", "eventOf"] },
  {
    files: /^web\/.*(?:Form|Values|Builder)\.ts$/,
    names: ["valuesOf", "problemsOf", "bodyOf", "fieldOfPath"],
  },
  { files: /^web\/.*Query\.ts$/, names: ["filtersOf", "pageSize"] },
];

/** A route's file exports the route of its call, named like the function that it calls. */
const isRoute = (path: string) => path.startsWith("server/routes/");

const declared =
  /^export (?:async )?(?:function\*?|const|let|class|abstract class|interface|type|enum) (?:(\w+)|\{([^}]*)\})/gm;

function exportsOf(text: string): string[] {
  return [...text.matchAll(declared)].flatMap(([, name, several = ""]) =>
    name === undefined ? several.split(",").flatMap((one) => one.trim().split(/:\s*/).at(-1) || []) : [name],
  );
}

function sharedNames(sources: ReadonlyMap<string, string>): string[] {
  const filesOf = new Map<string, string[]>();
  for (const [path, text] of sources) {
    if (isRoute(path)) continue;
    for (const name of exportsOf(text)) {
      if (idioms.some(({ files, names }) => files.test(path) && names.includes(name))) continue;
      filesOf.set(name, [...(filesOf.get(name) ?? []), path]);
    }
  }
  return [...filesOf]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name}: ${paths.join(", ")}`);
}

test("a name is exported by one file", () => {
  const paths = ["contract", "server", "web"]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.(?:test|fixture|d)\.tsx?$/.test(name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !path.startsWith("server/testing/"));
  expect(paths).toEqual(expect.arrayContaining(["web/sale/draft.ts", "server/holds/reserve.ts"]));
  const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
  expect(sharedNames(sources)).toEqual([]);
});

test.each([
  ["a type", "export interface Standing {\n", "export type Standing = string;\n"],
  ["a function", "export async function Standing() {}\n", "export function Standing() {}\n"],
  ["a constant", "export const Standing = 1;\n", "export const { Standing } = made;\n"],
])("%s that two planted files export is found", (_, one, other) => {
  const planted = new Map([
    ["server/door/planted.ts", one],
    ["web/sale/planted.ts", other],
  ]);
  expect(sharedNames(planted)).toEqual(["Standing: server/door/planted.ts, web/sale/planted.ts"]);
});

test("form files may share function names, and other files may not", () => {
  const text = "export function valuesOf() {}\n";
  const forms = new Map([
    ["web/pages/a/aForm.ts", text],
    ["web/pages/b/bForm.ts", text],
  ]);
  expect(sharedNames(forms)).toEqual([]);
  expect(sharedNames(new Map([...forms, ["web/a.ts", text], ["web/b.ts", text]]))).toHaveLength(1);
});

test("a re-export, or a route named like its function, does not count as a second export", () => {
  const planted = new Map([
    ["server/refunds/cancelOwn.ts", "export function cancelOwn() {}\n"],
    ["server/routes/registration/cancelOwn.ts", "export const cancelOwn = route();\n"],
    ["server/all.ts", 'export { cancelOwn } from "./refunds/cancelOwn.ts";\n'],
  ]);
  expect(sharedNames(planted)).toEqual([]);
});
