/** Rich text as one line of plain text, for descriptions and calendars. Pure. Not a sanitiser. */
import { toWellFormed } from "../../contract/rules/wellFormed.ts";

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};

/** Removes the tags and cuts at the end of a word; `longest` in characters. */
export function plainText(html: string, longest: number): string {
  const text = html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  const space = cut.lastIndexOf(" ");
  const end = space >= Math.max(1, longest - 40) ? space : longest;
  return toWellFormed(`${cut.slice(0, end).trimEnd()}…`);
}
