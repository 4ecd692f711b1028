/** Form values or a request body as text, to compare it with another. A file counts by name, type, size and date. */
export function filledText(values: unknown): string {
  return JSON.stringify(values, (_, value: unknown) =>
    value instanceof File ? [value.name, value.type, value.size, value.lastModified] : value,
  );
}
