// `dangerouslySetInnerHTML` inserts the text of a <script> as it is. Only `<` can start a text that ends the element or
// opens a comment. Old script parsers read U+2028 and U+2029 as line ends.

const escapes: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** JSON that is safe in a <script>. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => escapes[character] ?? "");
}
