/** docs/product.md §5. */
export const emailPattern = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/;

export function isEmail(text: string): boolean {
  return emailPattern.test(text);
}
