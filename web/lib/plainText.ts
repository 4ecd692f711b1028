import { toWellFormed } from "../../contract/rules/wellFormed.ts";

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};

/** Rich text as one line of text. Not a sanitiser. `maxLength` is in UTF-16 units, without the "…". */
export function plainText(html: string, maxLength: number): string {
  const text = html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\s+/g, " ")
    .trim();
  if (text.length <= maxLength) return text;
  const shortened = text.slice(0, maxLength);
  const space = shortened.lastIndexOf(" ");
  const end = space >= Math.max(1, maxLength - 40) ? space : maxLength;
  return toWellFormed(`${shortened.slice(0, end).trimEnd()}…`);
}
