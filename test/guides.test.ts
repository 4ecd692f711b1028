import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Reads the tables of functions. A row has `name(first, second)` in its first cell and the file in its second. */
function functionsNamedIn(guide: string): { file: string; name: string; parameters: string[] }[] {
  return [...guide.matchAll(/^\| (`[^|]+`) \| `([\w/.]+)` \|/gm)].flatMap(([, names, file]) =>
    [...names!.matchAll(/`(\w+)\(([^)]*)\)`/g)].map(([, name, list]) => ({
      file: file!,
      name: name!,
      parameters: list!.split(", "),
    })),
  );
}

type Parameter = { type: string; name?: string; left?: Parameter; argument?: Parameter };

/** Lists the names of the parameters of each exported function; null for a destructured one. */
function exportedFunctions(source: string): Map<string, (string | null)[]> {
  const nameOf = ({ name, left, argument }: Parameter): string | null => {
    const inner = left ?? argument;
    return inner === undefined ? (name ?? null) : nameOf(inner);
  };
  const found = new Map<string, (string | null)[]>();
  for (const statement of parseSync("source.ts", source).program.body) {
    if (statement.type !== "ExportNamedDeclaration") continue;
    const { declaration } = statement;
    if (declaration?.type === "FunctionDeclaration")
      found.set(declaration.id!.name, (declaration.params as Parameter[]).map(nameOf));
    if (declaration?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declaration.declarations)
      if (id.type === "Identifier" && init?.type === "ArrowFunctionExpression")
        found.set(id.name, (init.params as Parameter[]).map(nameOf));
  }
  return found;
}

function wrongFunctions(guide: string, read: (file: string) => string): string[] {
  return functionsNamedIn(guide)
    .filter(({ file, name, parameters }) => {
      const actual = exportedFunctions(read(file)).get(name);
      return (
        actual?.length !== parameters.length ||
        actual.some((parameter, index) => parameter !== null && parameter !== parameters[index])
      );
    })
    .map(({ file, name }) => `${name} of ${file}`);
}

const guides = readdirSync(join(root, "docs/guides"));

test("some guides have tables of functions", () => {
  const all = guides.flatMap((guide) =>
    functionsNamedIn(readFileSync(join(root, "docs/guides", guide), "utf8")),
  );
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(["queueMails", "buildTicket"]));
});

test.each(guides)(
  "the functions in the tables of %s are exported with the parameters that the tables list",
  (guide) => {
    const text = readFileSync(join(root, "docs/guides", guide), "utf8");
    expect(wrongFunctions(text, (file) => readFileSync(join(root, file), "utf8"))).toEqual([]);
  },
);

test("a function that is missing, or has other parameters, is found", () => {
  const source = `export async function hold(tx: Tx, { id }: Row, left = 1, ...ids: number[]) {}
    export const named = (row: Row) => row.name;
    function hidden(tx: Tx) {}`;
  const row = (call: string) => `| \`${call}\` | \`a/b.ts\` | a hold |`;
  const wrong = (...calls: string[]) => wrongFunctions(calls.map(row).join("\n"), () => source);
  expect(wrong("hold(tx, row, left, ids)", "named(row)")).toEqual([]);
  expect(wrong("hold(tx, row, ids, left)", "hold(tx)", "named(name)`, `hidden(tx)")).toEqual([
    "hold of a/b.ts",
    "hold of a/b.ts",
    "named of a/b.ts",
    "hidden of a/b.ts",
  ]);
});
