/**
 * Finds people by parts of their names, in any script, ignoring case and accents. Pure. Invariant: every long enough
 * part of a name finds it, whether the accents are in the name or in the search.
 */

/** Letters with a stroke, and ligatures: Unicode normalization does not decompose them. */
const plainLetters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
};

/**
 * The form in which texts are compared: lower case, no accents or apostrophes ("O’Neill" is one word), single spaces.
 */
export function normalizeName(text: string): string {
  return text
    .replace(/['’‘ʼ`´]/g, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþıħ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Scripts in which one character means as much as three letters of other scripts. */
const denseScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const minLetters = 3;

/** The words of a search, normalized; none while there are fewer than three letters, none of a dense script. */
export function searchWords(text: string): string[] {
  const words = normalizeName(text).split(" ").filter(Boolean);
  const letters = Array.from(words.join("")).length;
  return letters >= minLetters || denseScripts.test(text) ? words : [];
}

/**
 * How well a normalized name matches: 0 not at all, 1 somewhere inside, 2 at the beginnings of its words. One or two
 * letters occur in half of all names, so they count only at the beginning of a word.
 */
export function matchOf(name: string, words: readonly string[]): 0 | 1 | 2 {
  const spaced = ` ${name}`;
  let worst: 1 | 2 = 2;
  for (const word of words) {
    if (spaced.includes(` ${word}`)) continue;
    const isLong = word.length >= minLetters || denseScripts.test(word);
    if (!isLong || !name.includes(word)) return 0;
    worst = 1;
  }
  return worst;
}
