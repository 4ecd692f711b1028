/** Writes form values or a request body as text to compare. `JSON.stringify` alone writes each file as `{}`. */
export function filledText(values: unknown): string {
  return JSON.stringify(values, (_, value: unknown) =>
    value instanceof File ? [value.name, value.type, value.size, value.lastModified] : value,
  );
}
