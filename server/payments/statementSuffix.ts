/**
 * Stripe allows 22 Latin characters: up to ten for the account's name, two between, and ten for this text
 * (docs.stripe.com/get-started/account/statement-descriptors).
 */

const maxLength = 10;

/** Letters that NFKD does not split into a base letter and a mark. */
const replacements: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};

/** The first words of an event's name that fit, or a part of the first one; null if they have no Latin letter. */
export function statementSuffix(eventName: string): string | null {
  const words = eventName
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ßæœøđðłþı]/giu, (letter) => replacements[letter.toLowerCase()] ?? "")
    .toUpperCase()
    .replaceAll(/['’]/g, "")
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== "");
  let suffix = (words.shift() ?? "").slice(0, maxLength);
  for (const word of words) {
    if (suffix.length + 1 + word.length > maxLength) break;
    suffix = `${suffix} ${word}`;
  }
  return /[A-Z]/.test(suffix) ? suffix : null;
}
