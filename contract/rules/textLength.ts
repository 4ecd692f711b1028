/** The length of a text in characters (code points), as JSON Schema and PostgreSQL count them. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/** Whether a text has at most `max` characters. One that is far too long is not counted. */
export function isAtMost(text: string, max: number): boolean {
  // Each character is one or two units of JavaScript's `length`.
  return text.length <= max || (text.length <= 2 * max && characterCount(text) <= max);
}
