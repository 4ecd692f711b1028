import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/**
 * Patterns that no page may contain. The client of `apiFrom(context)` redirects to sign-in if the session has ended
 * (web/api/browser.ts), so no loader returns nothing.
 */
const rules = [
  {
    words: "a loader that may return nothing",
    breaks: (text: string) => /\bloader\([^)]*\): Promise<[^;{]*\b(?:null|undefined)>/.test(text),
  },
  {
    words: "a loader that returns nothing",
    breaks: (text: string) =>
      /\breturn;|\breturn null;|\breturn\b[^;{]*[^?]\?\s+(?:null|undefined)\b/.test(loaderOf(text)),
  },
  {
    words: "a loader that calls without its context's client",
    breaks: (text: string) =>
      /\b(?:fetch|createApi)\(|\bapi\.(?:get|post|delete)\(/.test(withoutOwnApi(text)),
  },
  {
    words: "a page with a case for nothing loaded",
    breaks: (text: string) =>
      [...text.matchAll(/const (\w+|\{[^}]*\}) = useLoaderData</g)]
        .flatMap(([, names]) => names?.match(/\w+/g) ?? [])
        .some((name) =>
          new RegExp(`if \\(${name} === (?:null|undefined)\\)\\s*return null;|return ${name} && <`).test(
            text,
          ),
        ),
  },
];

/** Finds the text of a loader. The formatter puts its closing brace in the first column. */
function loaderOf(text: string): string {
  return /^export (?:async )?function loader\([\s\S]*?^\}/m.exec(text)?.[0] ?? "";
}

/** Removes calls of an `api` that the loader itself has made. Another `api` is the browser's client. */
function withoutOwnApi(text: string): string {
  const loader = loaderOf(text);
  return /\bapi = apiFrom\(/.test(loader) ? loader.replaceAll(/\bapi\./g, "") : loader;
}

function brokenRules(path: string, text: string): string[] {
  return rules.filter(({ breaks }) => breaks(text)).map(({ words }) => `${path}: ${words}`);
}

test("every loader uses the client that redirects to sign-in, and no page handles missing data", () => {
  const pages = readdirSync(join(root, "web/pages"), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const texts = pages.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  expect(texts.filter(({ text }) => loaderOf(text) !== "").length).toBeGreaterThan(30);
  expect(texts.flatMap(({ path, text }) => brokenRules(path, text))).toEqual([]);
});

test.each([
  ["a loader that may return nothing", "export async function loader(args: Args): Promise<Page | null> {\n}"],
  [
    "a loader that returns nothing",
    "export async function loader({ context }: Args) {\n  if (cards === undefined) return null;\n}",
  ],
  [
    "a loader that returns nothing",
    "export async function loader(args: Args) {\n  return list === undefined\n    ? null\n    : { list };\n}",
  ],
  [
    "a loader that calls without its context's client",
    'export async function loader(args: Args) {\n  return api.get("event/getEvent", { eventId: 1 });\n}',
  ],
  [
    "a page with a case for nothing loaded",
    "const loaded = useLoaderData<typeof loader>();\n  if (loaded === null) return null;",
  ],
  [
    "a page with a case for nothing loaded",
    "const page = useLoaderData<typeof loader>();\n  return page && <View {...page} />;",
  ],
])("%s is found", (words, planted) => {
  expect(brokenRules("web/pages/planted.tsx", planted).join()).toContain(words);
});
