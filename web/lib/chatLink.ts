/**
 * A link that opens a conversation with somebody, in the app for messages that a phone has for it (docs/product.md §9).
 */

/** `phone`: digits with the country code. `text` stands in the message, to be sent or changed. */
export function chatLink(phone: string, text: string): string {
  return `https://wa.me/${phone}?${new URLSearchParams({ text })}`;
}
