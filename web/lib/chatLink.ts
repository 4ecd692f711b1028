/** A link that opens a WhatsApp chat with somebody (docs/product.md §9). */

/** `phone`: digits with the country code. `text`: the prefilled message. */
export function chatLink(phone: string, text: string): string {
  return `https://wa.me/${phone}?${new URLSearchParams({ text })}`;
}
