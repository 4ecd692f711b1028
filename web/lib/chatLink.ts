/** Opens a WhatsApp chat (docs/product.md §9). `phone`: digits with the country code. */
export function chatLink(phone: string, text: string): string {
  return `https://wa.me/${phone}?${new URLSearchParams({ text })}`;
}
