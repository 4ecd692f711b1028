/**
 * Text without half surrogate pairs. Half a pair is no character: encodeURIComponent throws on it and
 * PostgreSQL refuses it. JavaScript's own functions for this are missing in older browsers that Foyer supports. Pure.
 */

/** Whether the text has no half surrogate pair. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** The text with U+FFFD in place of each half surrogate pair. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
