/**
 * encodeURIComponent throws on half a surrogate pair, and PostgreSQL refuses it. JavaScript's own functions for this
 * are missing in older browsers.
 */

export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** The text with U+FFFD in place of each half surrogate pair. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
