/** The language of a text, if its letters show it, for screen readers and line breaks (WCAG 3.1.2). */

/** Scripts that mostly one language uses. */
const languages: readonly (readonly [language: string, letters: RegExp])[] = [
  ["th", /\p{Script=Thai}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["he", /\p{Script=Hebrew}/gu],
];

export function languageOf(text: string): { lang?: string } {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  // The tags and entities of rich text have Latin letters.
  const all = text.replace(/<[^>]*>|&\w+;/g, "").match(/\p{L}/gu)?.length ?? 0;
  const lang = languages.find(([, letters]) => count(letters) > 0 && 2 * count(letters) >= all)?.[0];
  return lang === undefined ? {} : { lang };
}
