/**
 * Text that every program can read: half a surrogate pair is no character, encodeURIComponent throws on it and
 * PostgreSQL refuses it. JavaScript's own functions for it are newer than the browsers that Foyer works in. Pure.
 */

/** Whether all of the text is characters. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** The text with U+FFFD in place of what is no character. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
