/**
 * Finding people by parts of their names, in any script, whatever the case and the accents. Pure.
 * Invariant: a name is found by each part of it that is long enough, however it is accented on either side.
 */

/** Letters that have a stroke or are two in one: they do not come apart by themselves. */
const plain: Record<string, string> = {
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

/** A text as it is compared: lower case, without accents and apostrophes ("O’Neill" is one word), words apart by one space. */
export function folded(text: string): string {
  return text
    .replace(/['’‘ʼ`´]/g, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþıħ]/g, (letter) => plain[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Scripts that say with one sign what others need three letters for. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const fewestLetters = 3;

/** The words of a search, folded; none while there are fewer than three letters. */
export function searchWords(text: string): string[] {
  const words = folded(text).split(" ").filter(Boolean);
  const letters = Array.from(words.join("")).length;
  return letters >= fewestLetters || dense.test(text) ? words : [];
}

/**
 * How well a folded name answers: 0 not at all, 1 somewhere inside, 2 by the beginnings of its words. One or two letters
 * are in half of all names, and so count only where a word begins with them.
 */
export function matchOf(name: string, words: readonly string[]): 0 | 1 | 2 {
  const spaced = ` ${name}`;
  let worst: 1 | 2 = 2;
  for (const word of words) {
    if (spaced.includes(` ${word}`)) continue;
    const isLong = word.length >= fewestLetters || dense.test(word);
    if (!isLong || !name.includes(word)) return 0;
    worst = 1;
  }
  return worst;
}
