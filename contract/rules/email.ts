/** The form of an e-mail address (docs/product.md §5), of any length. */
export const emailPattern = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/;

/** Whether a text has the form of an e-mail address, of any length. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text);
}
