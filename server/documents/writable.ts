/** If no typeface has a letter of a text, even in its compatible form (NFKC), the whole text is transliterated. */
import anyAscii from "any-ascii";
import { lettersOf, type Typeface } from "./fonts.ts";

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

const segmenter = new Intl.Segmenter("th", { granularity: "grapheme" });
/** Joiners and variation selectors, which change the letters beside them. */
const shaping = /\u200c|\u200d|[\ufe00-\ufe0f]/u;
const plainText = /^[!-~]+(?: [!-~]+)*$/;

/** Returns the function that prepares texts for these typefaces. */
export function openTextPreparer(typefaces: readonly Typeface[]): (text: string) => string {
  const alphabets = typefaces.map(lettersOf);
  const known = new Map<string, boolean>();
  // A letter and its marks must be in one typeface, because they are drawn together.
  const isDrawn = (character: string) => {
    let drawn = known.get(character);
    if (drawn === undefined) {
      const codes = Array.from(character).filter((one) => one !== "\n" && !shaping.test(one));
      drawn = alphabets.some((letters) => codes.every((one) => letters.has(one.codePointAt(0) ?? 0)));
      if (known.size > 20_000) known.clear();
      known.set(character, drawn);
    }
    return drawn;
  };
  const isComplete = (text: string) => graphemes(text).every(isDrawn);
  const printableAscii = String.fromCharCode(...Array.from({ length: 95 }, (_, n) => 32 + n));
  const hasAscii = isComplete(printableAscii);
  return (text) => {
    if (hasAscii && plainText.test(text)) return text;
    const visible = removeInvisible(text);
    if (isComplete(visible)) return visible;
    const plain = visible.normalize("NFKC");
    return isComplete(plain) ? plain : toLatin(visible);
  };
}

/** The same data with `write` applied to each text, but not to keys. */
export function withTexts(data: JsonValue, write: (text: string) => string): JsonValue {
  if (typeof data === "string") return write(data);
  if (data === null || typeof data !== "object") return data;
  if (Array.isArray(data)) return data.map((one: JsonValue) => withTexts(one, write));
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, withTexts(value, write)]));
}

/** Also removes superfluous spaces and lines. */
function removeInvisible(text: string): string {
  const visible = text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\S\n\u00a0]+/g, " ")
    // Control characters but \n, format characters but joiners, and U+FFFD.
    .replace(/[^\P{Cc}\n]|(?![\u200c\u200d])\p{Cf}|\ufffd/gu, "")
    .replace(/ {2,}/g, " ");
  return withoutEmptyLines(visible);
}

function withoutEmptyLines(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join("\n");
}

function toLatin(text: string): string {
  const letters = Array.from(text, (one) => (one === "\n" ? one : anyAscii(one) || codePointText(one)));
  return withoutEmptyLines(letters.join("").replace(/[^\S\n]+/g, " "));
}

/** Marks and joiners belong to the letter beside them, so they become nothing. */
function codePointText(letter: string): string {
  if (/[\p{M}\p{Cf}\s]/u.test(letter)) return "";
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
