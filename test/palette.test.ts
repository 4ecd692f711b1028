/** The fills of tokens.css have the palette's colours, and those of error and success have enough contrast. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { palette } from "../web/theme/palette.ts";

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

/** The contrast ratio of two colours, as WCAG defines it. */
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
