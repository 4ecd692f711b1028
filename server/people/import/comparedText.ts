/** The letters and digits in lower case: "Pending approval" and "pending_approval" become equal. Pure. */
export function comparedText(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
}

/**
 * Makes the function that finds the value of the equal label, else of the only one with an equal `comparedText` that is
 * not empty.
 */
export function labelFinder<Value>(
  labels: readonly (readonly [label: string, value: Value])[],
): (text: string) => Value | undefined {
  const exact = new Map(labels);
  const similar = new Map<string, Value | undefined>();
  for (const [label, value] of labels) {
    const form = comparedText(label);
    similar.set(form, form === "" || similar.has(form) ? undefined : value);
  }
  return (text) => exact.get(text.trim()) ?? similar.get(comparedText(text));
}
