/** Server and web share types only through contract/ (ARCHITECTURE.md). */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

type Source = readonly [path: string, text: string];

function sourcesIn(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.(?:test|fixture)\.tsx?$/.test(name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/testing/") && !path.includes("node_modules"))
    .map((path) => [relative(root, path), readFileSync(path, "utf8")]);
}

const comment = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;
const declaration =
  /^(?:export )?((?:interface|type) \w+[\s\S]*?)(?=^(?:export|const|let|function|async|class|interface|type)\b|$(?![\s\S]))/gm;

function typesOf(text: string): string[] {
  const bare = text.replace(comment, "");
  return [...bare.matchAll(declaration)].map(([, found]) => found!.replace(/\s+/g, " ").trim());
}

function declaredTwice(server: readonly Source[], web: readonly Source[]): string[] {
  const ofServer = new Map(server.flatMap(([path, text]) => typesOf(text).map((type) => [type, path])));
  return web.flatMap(([path, text]) =>
    typesOf(text).flatMap((type) => {
      const other = ofServer.get(type);
      return other === undefined ? [] : [`${/ (\w+)/.exec(type)![1]}: ${other} and ${path}`];
    }),
  );
}

test("no type is declared by both the server and the web app with the same name and text", () => {
  expect(declaredTwice(sourcesIn("server"), sourcesIn("web"))).toEqual([]);
});

test("a type that is declared by both is found, whatever its comments say", () => {
  const server: Source = [
    "server/planted.ts",
    '/** One. */\nexport interface Planted {\n  id: number;\n}\n\nexport type Scheme = "dark" | "light";\n',
  ];
  const web: Source = [
    "web/planted.ts",
    'interface Planted {\n  /** Its id. */\n  id: number;\n}\n\nconst one = 1;\ntype Scheme = "dark" | "light";\ntype Other = number;\n',
  ];
  expect(declaredTwice([server], [web])).toEqual([
    "Planted: server/planted.ts and web/planted.ts",
    "Scheme: server/planted.ts and web/planted.ts",
  ]);
  expect(declaredTwice([server], [["web/other.ts", "interface Planted {\n  id: string;\n}\n"]])).toEqual([]);
});
