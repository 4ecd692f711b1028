// node tools/pageFonts.ts: makes the pages' font files. Run it after an update of the package, which has more weights
// and letters.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

type Range = readonly [first: number, last: number];

/** The letters of each file, which must include its `unicode-range` in web/theme/fonts.css. */
const files: Record<string, Range[]> = {
  "inter-latin": [
    [0x20, 0x7e],
    [0xa0, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2bb, 0x2bc],
    [0x2c6, 0x2c6],
    [0x2da, 0x2da],
    [0x2dc, 0x2dc],
    [0x2000, 0x206f],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2191, 0x2191],
    [0x2193, 0x2193],
    [0x2212, 0x2212],
  ],
  // Latin Extended-A, and the letters of Romanian and German beyond it.
  "inter-latin-ext": [
    [0x100, 0x17f],
    [0x218, 0x21b],
    [0x1e9e, 0x1e9e],
  ],
};

const folder = fileURLToPath(new URL("../web/theme/fonts/", import.meta.url));

/** Makes the font files. The keys are their paths. */
export async function pageFonts(): Promise<Map<string, Buffer>> {
  const fonts = new Map<string, Buffer>();
  for (const [name, ranges] of Object.entries(files)) {
    const source = import.meta.resolve(`@fontsource-variable/inter/files/${name}-wght-normal.woff2`);
    const options = { targetFormat: "woff2", variationAxes: { wght: { min: 400, max: 700 } } } as const;
    const font = await subsetFont(
      await readFile(fileURLToPath(source)),
      ranges.map(lettersOf).join(""),
      options,
    );
    fonts.set(`${folder}${name}.woff2`, font);
  }
  return fonts;
}

function lettersOf([first, last]: Range): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, font] of await pageFonts()) await writeFile(path, font);
