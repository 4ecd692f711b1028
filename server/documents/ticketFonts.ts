/**
 * The ticket's typeface, and which texts it can show. A character that a font lacks is printed as an empty box, so
 * what cannot be drawn is left out beforehand: emoji, control and direction signs, scripts other than Latin and Thai.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { graphemes } from "./textLines.ts";

/** Sarabun (SIL Open Font License): Thai and Latin of one drawing, as whole TrueType files. */
export const ticketFonts = {
  regular: fontFile("400Regular/Sarabun_400Regular.ttf"),
  bold: fontFile("700Bold/Sarabun_700Bold.ttf"),
} as const;

/** The text without what the ticket's fonts cannot draw; compatibility forms (ﬁ, Ａ) become their plain letters. */
export function drawable(text: string): string {
  const shown = graphemes(text.normalize("NFC")).map((character) => {
    if (character === "\u00a0") return character;
    if (/^\s+$/.test(character)) return character.includes("\n") ? "\n" : " ";
    if (hasGlyphs(character)) return character;
    const plain = character.normalize("NFKC");
    return hasGlyphs(plain) ? plain : "";
  });
  return shown
    .join("")
    .replace(/ {2,}/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim();
}

function fontFile(name: string): string {
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/sarabun/${name}`));
}

function hasGlyphs(character: string): boolean {
  return (
    character !== "" &&
    !/[\p{Cc}\p{Cf}]/u.test(character) &&
    Array.from(character).every((one) => covered().has(one.codePointAt(0) ?? 0))
  );
}

let coveredCodePoints: ReadonlySet<number> | undefined;

/** All weights of the family have the same characters, so one is read, once. */
function covered(): ReadonlySet<number> {
  coveredCodePoints ??= codePointsOf(readFileSync(ticketFonts.regular));
  return coveredCodePoints;
}

/** The characters of a TrueType file by its cmap table, subtable format 4 (Microsoft's OpenType specification). */
function codePointsOf(font: Buffer): ReadonlySet<number> {
  const cmap = tableOffset(font, "cmap");
  const found = new Set<number>();
  for (let i = 0; i < font.readUInt16BE(cmap + 2); i += 1) {
    const subtable = cmap + font.readUInt32BE(cmap + 4 + i * 8 + 4);
    if (font.readUInt16BE(subtable) !== 4) continue;
    const segments = font.readUInt16BE(subtable + 6) / 2;
    for (let segment = 0; segment < segments; segment += 1) {
      const last = font.readUInt16BE(subtable + 14 + segment * 2);
      const first = font.readUInt16BE(subtable + 16 + (segments + segment) * 2);
      for (let code = first; code <= last && code !== 0xffff; code += 1) found.add(code);
    }
  }
  return found;
}

function tableOffset(font: Buffer, name: string): number {
  for (let i = 0; i < font.readUInt16BE(4); i += 1) {
    const record = 12 + i * 16;
    if (font.toString("latin1", record, record + 4) === name) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The ticket's font has no ${name} table`);
}
