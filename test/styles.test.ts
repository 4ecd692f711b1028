import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postcss from "postcss";
import { describe, expect, test } from "vitest";
import { palette } from "../web/theme/palette.ts";

const root = join(import.meta.dirname, "..");
const tokens = ["web/theme/tokens.css", "web/theme/fixedTokens.css"];
const widths = ["36rem", "48rem", "64rem"];

const files = readdirSync(join(root, "web"), { recursive: true, encoding: "utf8" }).map(
  (path) => `web/${path.replaceAll("\\", "/")}`,
);
const read = (path: string) => readFileSync(join(root, path), "utf8");

function otherWidthsIn(text: string): string[] {
  const matches = [
    ...text.matchAll(/\((?:min-|max-)width:\s*([^)]+)\)/g),
    ...text.matchAll(/@media[^{]*\(width\s*[<>]=?\s*([^)]+)\)/g),
  ];
  return matches.map(([, width = ""]) => width.trim()).filter((width) => !widths.includes(width));
}

/** Matches a colour, but not `rgb(token / 20%)`: `valuesIn` writes `token` for each `var(…)`. */
const colour =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)\((?!\s*token)|\b(?:white|black|red|green|blue|gr[ae]y|silver|gold|orange|yellow|navy|teal|maroon|purple)\b/i;

function valuesIn(css: string): string[] {
  const found: string[] = [];
  postcss.parse(css).walkDecls(({ prop, value }) => {
    const named = value.replace(/var\(--[\w-]+\)/g, "token");
    const isColour = prop !== "content" && colour.test(named);
    const isShadow = prop === "box-shadow" && named !== "none" && !named.startsWith("token");
    const isRadius = prop.endsWith("-radius") && /[1-9]/.test(withoutShapes(named));
    if (isColour || isShadow || isRadius) found.push(`${prop}: ${value}`);
  });
  return found;
}

/** Removes circles, which are a shape and not a choice, and values computed from a token. */
const withoutShapes = (radius: string) =>
  radius.replace(/\b50%/g, "").replace(/calc\([^()]*token[^()]*\)/g, "");

describe("values outside of the tokens", () => {
  test.each([
    ["@media (max-width: 40rem) { .a { margin: 0 } }", "40rem"],
    ["@media (min-width: 600px) { .a { margin: 0 } }", "600px"],
    ["@media (width < 50rem) { .a { margin: 0 } }", "50rem"],
    ['useMediaQuery("(max-width: 52rem)")', "52rem"],
    ['<img sizes="(min-width: 40rem) 46vw, 92vw" />', "40rem"],
  ])("a width that is not one of the three is found: %s", (text, width) => {
    expect(otherWidthsIn(text)).toEqual([width]);
  });

  test.each([
    "color: #fff",
    "background: rgb(0 0 0 / 40%)",
    "border: 1px solid hsl(20 10% 10%)",
    "background: linear-gradient(var(--tint), #1a1a1d)",
    "fill: white",
    "--face: #17693a",
    "box-shadow: 0 1px 2px var(--line)",
    "border-radius: 12px",
    "border-start-end-radius: 0.5rem",
  ])("a value outside of the tokens is found: %s", (declaration) => {
    expect(valuesIn(`.a { ${declaration}; }`)).toEqual([declaration]);
  });
});

test.each([
  "color: var(--white)",
  "background: rgb(var(--blackRgb) / 40%)",
  "border: 1px solid currentColor",
  "background: linear-gradient(transparent 35%, var(--ground))",
  "box-shadow: var(--shadow)",
  "box-shadow: none",
  "border-radius: 50%",
  "border-radius: 0",
  "border-radius: calc(var(--radius) - 1px) calc(var(--radius) - 1px) 0 0",
])("a declaration without a colour, shadow or radius of its own is not reported: %s", (declaration) => {
  expect(valuesIn(`.a { ${declaration}; }`)).toEqual([]);
});

test("the three widths are not reported, nor the largest width of an element", () => {
  const css = `@media (width >= 36rem) { .a { color: red } }
    @media (min-width: 48rem) and (max-width: 64rem) { .a { max-width: 30rem } }`;
  expect(otherWidthsIn(css)).toEqual([]);
});

test("pages change their layout only at the three widths", () => {
  const found = files
    .filter((path) => /\.(?:css|tsx?)$/.test(path))
    .flatMap((path) => otherWidthsIn(read(path)).map((width) => `${path}: ${width}`));
  expect(found).toEqual([]);
});

test("colours, shadows and radii are written only in the tokens", () => {
  const sheets = files.filter((path) => path.endsWith(".css"));
  expect(sheets).toEqual(expect.arrayContaining(tokens));
  const found = sheets
    .filter((path) => !tokens.includes(path))
    .flatMap((path) => valuesIn(read(path)).map((value) => `${path}: ${value}`));
  expect(found).toEqual([]);
});

test("the tokens have the colours of the palette", () => {
  const css = readFileSync(join(root, "web/theme/tokens.css"), "utf8");
  const token = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1];
  const parts = (colour: string) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(" ");
  // The first ground and surface are those of the dark scheme.
  expect(["groundRgb", "surfaceRgb", "accentRgb", "secondaryRgb"].map(token)).toEqual(
    [palette.background, palette.surface, palette.primary, palette.secondary].map(parts),
  );
  expect(["badFill", "goodFill", "warnFill", "infoFill"].map(token)).toEqual([
    palette.error,
    palette.success,
    palette.warning,
    palette.info,
  ]);
});
