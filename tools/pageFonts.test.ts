import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { pageFonts } from "./pageFonts.ts";

test("the pages' fonts are made from the installed package, and have 60 KB at most", async () => {
  const fonts = await pageFonts();
  for (const [path, font] of fonts)
    expect(font.equals(await readFile(path)), `run tools/pageFonts.ts for ${path}`).toBe(true);
  const bytes = [...fonts.values()].reduce((sum, font) => sum + font.length, 0);
  expect(bytes).toBeLessThanOrEqual(60 * 1024);
});
