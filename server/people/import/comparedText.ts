/** A text without case, spaces and signs, so that "Pending approval" and "pending_approval" are equal. Pure. */
export function comparedText(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
}
