/**
 * Text, at sign, text, dot, text, with no spaces, and nothing that surrounds addresses in a list (docs/product.md §5). The
 * mailer refuses to send to any other text (server/mail/transport.ts).
 */
export const emailPattern = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+\.[^\s@<>(),;:"\\]+$/;

/** Whether a text looks like an e-mail address by this pattern. */
export function isEmail(text: string): boolean {
  return emailPattern.test(text);
}
