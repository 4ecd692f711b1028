/**
 * JSON that is safe inside a <script> element. Everything that could end the element or begin a comment in it begins
 * with `<`; U+2028 and U+2029 are line ends to old script parsers. React inserts the text unescaped.
 */
const escapes: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** A value as JSON text that is safe in a <script>. JSON.parse restores the value. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => escapes[character] ?? "");
}
