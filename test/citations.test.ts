/**
 * Comments and documents cite a document by section (`docs/wire.md §3.4`) or by heading (`ARCHITECTURE.md, "The
 * engine"`).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

const folders = ["bench", "contract", "docs", "server", "test", "tools", "web"];
const isChecked = (name: string) => /\.(?:ts|tsx|css|mjs|sql|md|service)$/.test(name);
/** Released migrations are never changed, and the citations planted below are invalid on purpose. */
const isExcluded = (path: string) =>
  path.startsWith("server/db/migrations/") || path === "test/citations.test.ts";

/** This former document is not in the repository. */
const formerDocument = /\bproduct-spec(?:\.\w+)?\b/gi;
/** The name must not follow a slash or a letter, so that addresses of the web do not match. */
const document = /(?<![\w/.:@-])(?:\.{1,2}\/)*(?:[\w-]+\/)*[\w.-]*\w\.md\b/gi;
/** Sections behind a document. In a link, the name ends with a bracket. */
const sectionsAfter = /^[)`]?,? ((?:(?:,| and|–)? ?§\d+(?:\.\d+)*)+)/;
const headingAfter = /^[)`]?, "([^"]+)"/;
/** Sections of other documents: RFC 9110 §9.3.5, ECMA-376 Part 1 §18.17.4.1, the HTML standard, §9.2.6. */
const foreignSections = /(?:RFC \d+|ECMA-\d+ Part \d+|standard,) §[\d.]+/g;

const fileAt = (path: string) => (existsSync(join(root, path)) ? path : null);
const resolvePath = (file: string, path: string) =>
  fileAt(path) ?? fileAt(relative(root, join(root, dirname(file), path)));

const headingsIn = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, words]) => words!);
const headings = new Map<string, string[]>();
function headingsOf(path: string): string[] {
  const known = headings.get(path) ?? headingsIn(readFileSync(join(root, path), "utf8"));
  headings.set(path, known);
  return known;
}

const numbersIn = (text: string) => [...text.matchAll(/§([\d.]*\d)/g)].map(([, number]) => number!);
const hasSection = (path: string, number: string) =>
  headingsOf(path).some((heading) => heading.startsWith(`${number} `) || heading.startsWith(`${number}. `));

const joinLines = (text: string) => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, " ");

function problemsIn(file: string, source: string): string[] {
  const text = joinLines(source);
  const problems = [...text.matchAll(formerDocument)].map(([name]) => `${name} is not in the repository`);
  let rest = text.replace(foreignSections, "");
  for (const found of text.matchAll(document)) {
    const [name] = found;
    const textAfter = text.slice(found.index + name.length);
    const sections = sectionsAfter.exec(textAfter);
    const heading = headingAfter.exec(textAfter)?.[1];
    if (sections !== null) rest = rest.replace(`${name}${sections[0]}`, "");
    const path = resolvePath(file, name);
    if (path === null) {
      problems.push(`${name} is not in the repository`);
      continue;
    }
    for (const number of numbersIn(sections?.[1] ?? ""))
      if (!hasSection(path, number)) problems.push(`${path} has no §${number}`);
    if (heading !== undefined && !headingsOf(path).some((words) => words.startsWith(heading)))
      problems.push(`${path} has no heading "${heading}"`);
  }
  // The rest is cited without a document: only a document with numbered headings may cite its own sections so.
  const isNumbered = file.endsWith(".md") && headingsIn(source).some((words) => /^\d/.test(words));
  for (const number of numbersIn(rest)) {
    if (!isNumbered) problems.push(`§${number} is of no document`);
    else if (!hasSection(file, number)) problems.push(`${file} has no §${number}`);
  }
  return problems;
}

/** A path in backticks, and the name that the text says is in the file. */
const pathInPage = new RegExp(`(?:\`(\\w+)\` in )?\`((?:${folders.join("|")})/[\\w./-]+)\``, "g");

function wrongPathsIn(page: string): string[] {
  return [...page.matchAll(pathInPage)].flatMap(([, name, path]) => {
    if (fileAt(path!) === null) return [`${path} is not in the repository`];
    const isThere =
      name === undefined || new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, path!), "utf8"));
    return isThere ? [] : [`${name} is not in ${path}`];
  });
}

function misplacedWordsIn(page: string): string[] {
  const index = page.slice(page.indexOf("## Index\n")).split("\n## ")[0]!;
  const words = [...index.matchAll(/^- (?:\*\*(.+?)\*\*)?/gm)].map(([, first = ""]) => first.toLowerCase());
  return words.filter((word, place) => place > 0 && word < words[place - 1]!);
}

const files = [
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  ),
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
].filter((path) => isChecked(path) && !path.includes("node_modules") && !isExcluded(path));

test("each citation in sources and documents leads to a document of the repository and to a heading in it", () => {
  const problems = files.flatMap((file) =>
    problemsIn(file, readFileSync(join(root, file), "utf8")).map((problem) => `${file}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test("the checked files cite docs/wire.md and docs/product.md by section more than a hundred times", () => {
  const cited = files
    .map((file) => joinLines(readFileSync(join(root, file), "utf8")))
    .flatMap((text) => [...text.matchAll(/docs\/(?:wire|product)\.md §/g)]);
  expect(cited.length).toBeGreaterThan(100);
});

describe("ARCHITECTURE.md", () => {
  const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

  test("each path in ARCHITECTURE.md exists, and each name is in the file that is named with it", () => {
    expect([...page.matchAll(pathInPage)].length).toBeGreaterThan(800);
    expect(wrongPathsIn(page)).toEqual([]);
  });

  test("the index of ARCHITECTURE.md is in alphabetical order", () => {
    expect(page).toContain("\n## Index\n");
    expect(misplacedWordsIn(page)).toEqual([]);
  });

  test("planted wrong paths, names and places in the index are found", () => {
    const planted =
      "see `web/paths.ts`, `web/nowhere.ts`; `pages` in `web/paths.ts`, `nowhere` in `web/paths.ts`";
    expect(wrongPathsIn(planted)).toEqual([
      "web/nowhere.ts is not in the repository",
      "nowhere is not in web/paths.ts",
    ]);
    const index = "## Before\n- **z**\n## Index\n\n- **Bell**: a\n- **clock**, bell: b\n- **arm**: c\n";
    expect(misplacedWordsIn(`${index}\n## After\n- **a**`)).toEqual(["arm"]);
    expect(misplacedWordsIn("## Index\n- **arm**: a\n- bell without bold words\n")).toEqual([""]);
  });
});

describe("planted citations", () => {
  test.each([
    ["an existing section", "/** As docs/wire.md §3.4 and ARCHITECTURE.md say. */", []],
    ["a range and a list of sections", "// (docs/wire.md §3.4–§3.6, docs/product.md §2, §9)", []],
    ["a section that the next line names", "/**\n * See docs/wire.md\n * §3.4.\n */", []],
    ["an existing heading", '// ARCHITECTURE.md, "The engine"', []],
    ["a section of a foreign document", "// RFC 9110 §9.3.5; the HTML standard, §9.2.6", []],
    ["an address of the web", "// https://example.org/docs/google.md", []],
    ["an unknown section", "// (docs/wire.md §9.9)", ["docs/wire.md has no §9.9"]],
    ["an unknown section beside a known one", "// (docs/wire.md §1, §99)", ["docs/wire.md has no §99"]],
    [
      "an unknown section behind a line break",
      "/**\n * docs/product.md\n * §77 */",
      ["docs/product.md has no §77"],
    ],
    [
      "a section whose number only begins like an existing one",
      "// docs/wire.md §3.44",
      ["docs/wire.md has no §3.44"],
    ],
    [
      "an unknown heading",
      '// ARCHITECTURE.md, "No such part"',
      ['ARCHITECTURE.md has no heading "No such part"'],
    ],
    ["an unknown document", "// (docs/nowhere.md §1)", ["docs/nowhere.md is not in the repository"]],
    [
      "an unknown document without a section",
      "// see docs/nowhere.md",
      ["docs/nowhere.md is not in the repository"],
    ],
    ["a document from outside, by its file", "// as wire.md has it", ["wire.md is not in the repository"]],
    [
      "a document from outside, in capitals",
      "// Design.md's choices",
      ["Design.md is not in the repository"],
    ],
    [
      "a document from outside, by its name",
      "// product-spec has it",
      ["product-spec is not in the repository"],
    ],
    ["a section without its document", 'test("spec §4: one at a time")', ["§4 is of no document"]],
  ])("a citation is checked: %s", (_, planted, problems) => {
    expect(problemsIn("server/planted.ts", planted)).toEqual(problems);
  });

  test.each([
    ["a document beside the one that cites it", "[wire.md](wire.md) §3.4", []],
    ["an unknown section behind a link", "[wire.md](wire.md) §88", ["docs/wire.md has no §88"]],
    ["a section of the document itself", "# Wire\n\n## 1. Rules\n\nSee §2.", []],
    [
      "an unknown section of the document itself",
      "# Wire\n\n## 1. Rules\n\nSee §66.",
      ["docs/wire.md has no §66"],
    ],
    [
      "a document that is not beside it",
      "[design.md](design.md)",
      ["design.md is not in the repository", "design.md is not in the repository"],
    ],
  ])("a citation in a document is checked: %s", (_, planted, problems) => {
    expect(problemsIn("docs/wire.md", planted)).toEqual(problems);
  });
});
