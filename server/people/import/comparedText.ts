/** The letters and digits of a text in lower case: "Pending approval" and "pending_approval" become equal. Pure. */
export function comparedText(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
}
