import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** The meaning of a hundred in files where it is not about an amount. */
const others: Readonly<Record<string, string>> = {
  "contract/rules/money/promoCode.ts": "hundredths of a percent",
  "server/selfService/ownWorth.ts": "a fee in percent",
  "server/promoCodes/savePromoCode.ts": "decimals of a percentage",
  "web/charts/ShareBars.tsx": "percent of a bar",
  "web/charts/TimeBars.tsx": "percent of a chart",
  "web/pages/door/figures/Arrivals.tsx": "percent of those expected",
  "web/pages/people/import/ImportOutcome.tsx": "percent of a file",
  "web/pages/statistics/Counts.tsx": "percent of all",
};

const comment = /^\s*(?:\/\*|\*|\/\/)/;
const hundred =
  /[*/%]=? ?(?:100|1e2)\b(?!_)|\b100 \*|\b10 \*\* minorDigits\b|\btoFixed\(2\)|FractionDigits: 2\b|padEnd\(2\b/;

const hundredsIn = (path: string, text: string): string[] =>
  text
    .split("\n")
    .flatMap((line, index) => (hundred.test(line) && !comment.test(line) ? [`${path}:${index + 1}`] : []));

/** A percent sign after an interpolated value. */
const handmade = /\} ?%(?![\w$])/;
/** Percent signs of charts and search patterns, and those in db and testing. */
const notText = /inset|ilike|^server\/(?:db|testing)\//;

const percentsIn = (path: string, text: string): string[] =>
  text
    .split("\n")
    .flatMap((line, index) =>
      handmade.test(line) && !notText.test(line) && !notText.test(path) && !comment.test(line)
        ? [`${path}:${index + 1}`]
        : [],
    );

const sources = ["contract", "server", "web"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => path !== "contract/rules/money/money.ts" && !path.includes("node_modules"))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const found = sources.flatMap(({ path, text }) => hundredsIn(path, text));

test("only money.ts divides or multiplies amounts by a hundred; other uses of a hundred are declared", () => {
  expect(found.filter((place) => others[place.slice(0, place.lastIndexOf(":"))] === undefined)).toEqual([]);
});

test("a planted hundred in another file is found", () => {
  const planted = "// price / 100\nconst price = (ticket.price / 100).toFixed(2);\nconst minor = main * 100;";
  expect(hundredsIn("web/planted.ts", planted)).toEqual(["web/planted.ts:2", "web/planted.ts:3"]);
  expect(hundredsIn("web/planted.ts", "amount / 10 ** minorDigits(currency)")).toEqual(["web/planted.ts:1"]);
  for (const line of [
    "const minor = Math.round(100 * main);",
    "minor *= 100;",
    "price.toFixed(2)",
    'Number(cents.padEnd(2, "0"))',
    "new Intl.NumberFormat(locale, { minimumFractionDigits: 2 })",
  ])
    expect(hundredsIn("web/planted.ts", line), line).toEqual(["web/planted.ts:1"]);
  expect(hundredsIn("web/planted.ts", "const most = 2 * 100_000;")).toEqual([]);
  expect(hundredsIn("web/planted.ts", "const size = bytes.toFixed(1);")).toEqual([]);
});

test("only one function writes percentages", () => {
  expect(sources.flatMap(({ path, text }) => percentsIn(path, text))).toEqual([]);
});

test("a planted percentage in another file is found", () => {
  const planted =
    "const off = `{value}% off`;\n<p>{share} %. All</p>\n// `{value}%`\nconst rest = `{count % 2}`;";
  expect(percentsIn("web/planted.ts", planted)).toEqual(["web/planted.ts:1", "web/planted.ts:2"]);
});
