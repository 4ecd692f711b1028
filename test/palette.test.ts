import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { palette } from "../web/theme/palette.ts";
import { themeCss } from "../web/theme/variables.ts";

test("the fills have the palette's colours; error and success contrast enough with white text and with grounds", () => {
  const css = readFileSync(new URL("../web/theme/tokens.css", import.meta.url), "utf8");
  const fill = (name: string) => new RegExp(`--${name}Fill: (#[0-9a-f]{6});`).exec(css)?.[1];
  expect([fill("bad"), fill("good"), fill("warn"), fill("info")]).toEqual([
    palette.error,
    palette.success,
    palette.warning,
    palette.info,
  ]);
  // WCAG 2.2: text 1.4.3, graphics 1.4.11.
  for (const surface of [palette.error, palette.success]) {
    expect(contrast("#ffffff", surface)).toBeGreaterThanOrEqual(4.5);
    for (const ground of [palette.surface, "#ffffff"])
      expect(contrast(surface, ground)).toBeGreaterThanOrEqual(3);
  }
});

test("a disabled control has the colours --line and --muted, which contrast enough in both schemes", () => {
  const css = readFileSync(new URL("../web/theme/tokens.css", import.meta.url), "utf8");
  const valuesOf = (name: string) => [...css.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, "g"))];
  const [lines, mutedTexts] = [valuesOf("line"), valuesOf("muted")];
  expect([lines.length, mutedTexts.length]).toEqual([2, 2]);
  for (const [scheme, line] of lines.entries())
    expect(contrast(line[1]!, mutedTexts[scheme]![1]!)).toBeGreaterThanOrEqual(4.5);
  for (const declaration of ["disabled: var(--line);", "disabled-color: var(--muted);"])
    expect(themeCss().split(`--mantine-color-${declaration}`).length - 1, declaration).toBe(2);
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
