/**
 * A link to a WhatsApp chat (docs/product.md §9). Null unless the number is international: without a country
 * code it could reach somebody else.
 */
export function chatLinkTo(phone: string | null, text: string): string | null {
  if (phone === null) return null;
  const trimmed = phone.trim().replace(/^00/, "+");
  if (!trimmed.startsWith("+")) return null;
  const digits = trimmed.replaceAll(/\(0\)|\D/g, "");
  // An international number has at most 15 digits (E.164).
  return digits.length < 7 || digits.length > 15
    ? null
    : `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}
