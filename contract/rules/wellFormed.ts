/**
 * encodeURIComponent throws on half a surrogate pair, and PostgreSQL refuses it. JavaScript's own functions for this
 * are missing in older browsers.
 */

export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** U+FFFD replaces each half surrogate pair. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
