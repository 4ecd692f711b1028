/** The text of what is filled in or sent: two with the same text are alike. Of a file it has what tells it from another. */
export function filledText(values: unknown): string {
  return JSON.stringify(values, (_, value: unknown) =>
    value instanceof File ? [value.name, value.type, value.size, value.lastModified] : value,
  );
}
