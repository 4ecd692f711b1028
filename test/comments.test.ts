import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const folders = ["bench", "contract", "server", "test", "tools", "web"];

/** Words and files of HTTP, SQL, libraries and generated code. */
const foreign = new Set([
  "Vary",
  "reassign",
  "warning_",
  "popover",
  "prosemirror.css",
  "000018.sql",
  "client.d.ts",
  "theme.css",
]);

const sources = new Map(
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs|css|sql|typ|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(root, path).replaceAll("\\", "/"), readFileSync(path, "utf8")] as const)
    .filter(([path]) => path !== "test/comments.test.ts"),
);
const fileNames = new Set([...sources.keys(), ...readdirSync(root)].map((path) => basename(path)));

interface Comment {
  line: number;
  words: string;
}

/** Released migrations are never changed, so they count as code. */
function partsOf(path: string, source: string): { comments: Comment[]; code: string } {
  if (!/\.tsx?$/.test(path) || path.startsWith("server/db/migrations/"))
    return { comments: [], code: source };
  const comments: Comment[] = [];
  let code = "";
  let end = 0;
  for (const one of parseSync(path, source).comments) {
    code += source.slice(end, one.start);
    end = one.end;
    const line = source.slice(0, one.start).split("\n").length;
    comments.push({ line, words: one.value.replaceAll(/\s*\n\s*\*?\s*/g, " ") });
  }
  return { comments, code: code + source.slice(end) };
}

const word = /[A-Za-z_$][\w$]*/g;
const wordsOf = (text: string): string[] => text.match(word) ?? [];
const fileInWords = /(?<![\w/.-])(?:[\w.-]+\/)*([\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|css|sql|typ))\b/g;

function unknownNames(words: string, isKnown: (name: string) => boolean): string[] {
  const quoted = [...words.matchAll(/`([^`]+)`/g)].flatMap(([, text]) => wordsOf(text!));
  const files = [...words.matchAll(fileInWords)].map(([, name]) => name!);
  return [
    ...quoted.filter((name) => !isKnown(name) && !foreign.has(name)),
    ...files.filter((name) => !fileNames.has(name) && !foreign.has(name)),
  ];
}

test("each name in backticks and each source file in a comment exists in this repository", () => {
  const parts = [...sources].map(([path, source]) => [path, partsOf(path, source)] as const);
  const known = new Set(parts.flatMap(([, { code }]) => wordsOf(code)));
  const problems = parts.flatMap(([path, { comments }]) =>
    comments.flatMap(({ line, words }) =>
      unknownNames(words, (name) => known.has(name)).map((name) => `${path}:${line} ${name}`),
    ),
  );
  expect(problems).toEqual([]);
});

test.each([
  ["a name that is gone", "Ends holds with `sweepAll`.", ["sweepAll"]],
  ["a part of an expression that is gone", "As `rows.sweepAll()` does.", ["sweepAll"]],
  ["a file that is gone", "See holds/sweepAll.ts.", ["sweepAll.ts"]],
  ["names that exist", "`rows` are locked (citations.test.ts).", []],
])("a comment with %s is judged rightly", (_what, words, unknown) => {
  expect(unknownNames(words, (name) => name === "rows")).toEqual(unknown);
});

test("comments are read apart from the code, also of JSX and behind strings", () => {
  const source = 'const a = "// no"; // yes\n/** one\n * two */\nconst b = <p>{/* three */}/* text */</p>;\n';
  const { comments, code } = partsOf("a.tsx", source);
  expect(comments.map(({ line, words }) => [line, words.trim()])).toEqual([
    [1, "yes"],
    [2, "* one two"],
    [4, "three"],
  ]);
  expect(code).toContain("// no");
  expect(code).not.toContain("two");
});

/** Exports that explain themselves: the table of a resource's calls, and constants in capitals. */
const needsNoComment = /^(?:\w+Calls|[A-Z_]+)$/;

/** An inferred type has the comment of its schema. */
function undocumentedIn(path: string, source: string): string[] {
  const { program, comments } = parseSync(path, source);
  const docEnds = comments
    .filter(({ type, value }) => type === "Block" && value.startsWith("*"))
    .map(({ end }) => source.slice(end).search(/\S/) + end);
  return program.body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration === null) return [];
    const { declaration, start, end } = statement;
    const isFunction = declaration.type === "FunctionDeclaration";
    if (path.startsWith("server/") && !isFunction) return [];
    const [, name] =
      /(?:function\*?|const|type|interface|class|enum) (\w+)/.exec(source.slice(start, end)) ?? [];
    const isInferred = /^export type \w+ = (?:z\.(?:infer|input|output)|BodyInput)</.test(
      source.slice(start, end),
    );
    return isInferred || needsNoComment.test(name!) || docEnds.includes(start) ? [] : [`${path} ${name}`];
  });
}

test("exports of contract/ and exported functions of server/ have a doc comment", () => {
  const isChecked = (path: string) =>
    /^(?:contract|server)\/.*(?<!\.test|\.fixture)\.tsx?$/.test(path) &&
    !/^server\/(?:testing|routes|db\/migrations)\/|\/tests\//.test(path);
  const checked = [...sources].filter(([path]) => isChecked(path));
  expect(checked.length).toBeGreaterThan(600);
  expect(checked.flatMap(([path, source]) => undocumentedIn(path, source))).toEqual([]);
});

test.each([
  ["contract/a.ts", "export const most = 3;", ["contract/a.ts most"]],
  ["contract/a.ts", "// Not a doc comment.\nexport interface Most {}", ["contract/a.ts Most"]],
  ["contract/a.ts", "/** The most. */\nexport const most = 3;", []],
  [
    "contract/a.ts",
    "/** A schema. */\nexport const one = z.string();\nexport type One = z.infer<typeof one>;",
    [],
  ],
  ["server/a.ts", "export async function sell() {}", ["server/a.ts sell"]],
  ["server/a.ts", "export interface Sale {}\nfunction sell() {}", []],
])("in %s, the exports of %j that lack a doc comment are found", (path, source, undocumented) => {
  expect(undocumentedIn(path, source)).toEqual(undocumented);
});
