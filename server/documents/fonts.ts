/** All typefaces are under the SIL Open Font License, except Kosugi (Apache License 2.0). */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Typeface {
  readonly name: string;
  readonly files: readonly string[];
}

const fontFile = (path: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${path}.ttf`));
const bothWeights = (folder: string, prefix: string) => [
  fontFile(`${folder}/400Regular/${prefix}_400Regular`),
  fontFile(`${folder}/700Bold/${prefix}_700Bold`),
];
/** In the order of fallback, as in layouts/common.typ. */
export const typefaces: readonly Typeface[] = [
  { name: "Sarabun", files: bothWeights("sarabun", "Sarabun") },
  { name: "Arimo", files: bothWeights("arimo", "Arimo") },
  { name: "Vazirmatn", files: bothWeights("vazirmatn", "Vazirmatn") },
  { name: "Noto Sans Devanagari", files: bothWeights("noto-sans-devanagari", "NotoSansDevanagari") },
  { name: "Noto Sans Armenian", files: bothWeights("noto-sans-armenian", "NotoSansArmenian") },
  { name: "Noto Sans Georgian", files: bothWeights("noto-sans-georgian", "NotoSansGeorgian") },
  // The Kosugi files have their maker's family name.
  { name: "MotoyaLCedar", files: [fontFile("kosugi/Kosugi_400Regular")] },
  { name: "ZCOOL XiaoWei", files: [fontFile("zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular")] },
  { name: "NanumGothic", files: bothWeights("nanum-gothic", "NanumGothic") },
  { name: "Noto Emoji", files: [fontFile("noto-emoji/400Regular/NotoEmoji_400Regular")] },
];

/** The letters that all weights of a typeface have. */
export function lettersOf({ files }: Typeface): ReadonlySet<number> {
  const [first = new Set<number>(), ...others] = files.map((file) => codePointsOf(readFileSync(file)));
  return new Set([...first].filter((code) => others.every((letters) => letters.has(code))));
}

/** Reads the code points from the cmap table, formats 4 and 12 (Microsoft's OpenType specification). */
function codePointsOf(font: Buffer): Set<number> {
  const cmap = cmapOffset(font);
  const found = new Set<number>();
  for (let i = 0; i < font.readUInt16BE(cmap + 2); i += 1) {
    const subtable = cmap + font.readUInt32BE(cmap + 4 + i * 8 + 4);
    const format = font.readUInt16BE(subtable);
    if (format === 4) addSegments(font, subtable, found);
    if (format === 12) addGroups(font, subtable, found);
  }
  return found;
}

function addSegments(font: Buffer, subtable: number, found: Set<number>): void {
  const segments = font.readUInt16BE(subtable + 6) / 2;
  const column = (index: number, segment: number) => subtable + 14 + (index * segments + segment) * 2;
  for (let segment = 0; segment < segments; segment += 1) {
    const last = font.readUInt16BE(column(0, segment));
    // Two bytes of padding follow the last codes.
    const first = font.readUInt16BE(column(1, segment) + 2);
    const shift = font.readUInt16BE(column(2, segment) + 2);
    const offsetAt = column(3, segment) + 2;
    const offset = font.readUInt16BE(offsetAt);
    for (let code = first; code <= last && code !== 0xffff; code += 1) {
      const at = offsetAt + offset + (code - first) * 2;
      const glyph = offset === 0 ? (code + shift) & 0xffff : font.readUInt16BE(at);
      if (glyph !== 0) found.add(code);
    }
  }
}

function addGroups(font: Buffer, subtable: number, found: Set<number>): void {
  for (let group = 0; group < font.readUInt32BE(subtable + 12); group += 1) {
    const at = subtable + 16 + group * 12;
    const last = font.readUInt32BE(at + 4);
    for (let code = font.readUInt32BE(at); code <= last; code += 1) found.add(code);
  }
}

function cmapOffset(font: Buffer): number {
  for (let i = 0; i < font.readUInt16BE(4); i += 1) {
    const record = 12 + i * 16;
    if (font.toString("latin1", record, record + 4) === "cmap") return font.readUInt32BE(record + 8);
  }
  throw new Error("A document's font has no cmap table");
}
