/** Letters that Unicode normalization does not decompose, such as those with a stroke. */
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

/** Makes names comparable: lower case, no accents, words of letters and digits. "O’Neill" is one word. */
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

/** Scripts in which one character is enough to search for. */
const denseScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const minLetters = 3;

/**
 * The normalized words of a search; none if they have fewer than three letters and digits and none of a
 * dense script.
 */
export function searchWords(text: string): string[] {
  const words = normalizeName(text).split(" ").filter(Boolean);
  const letters = Array.from(words.join("")).length;
  return letters >= minLetters || denseScripts.test(text) ? words : [];
}

/**
 * `name` is normalized. 0 if a searched word is not in it, 2 if each of them begins a word of it, else 1. Outside dense
 * scripts, one or two letters count only at the beginning of a word, because many names contain them.
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
