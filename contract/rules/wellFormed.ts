/**
 * Whether a text has no half surrogate pairs: encodeURIComponent throws on them, and PostgreSQL refuses them.
 * JavaScript's own functions for this are missing in older browsers.
 */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Replaces each half surrogate pair by U+FFFD. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
