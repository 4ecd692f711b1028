/** Text, at sign, text, dot, text, without spaces or what surrounds addresses in a list (docs/product.md §5). */
export const emailPattern = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/;

/** Whether a text looks like an e-mail address by this pattern. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text);
}
