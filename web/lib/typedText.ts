/** What was typed into a field of a form; a file or nothing is no text. */
export function typedText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
