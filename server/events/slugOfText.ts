/** Only the server makes slugs from other scripts, because the table of any-ascii is large. Pure. */
import anyAscii from "any-ascii";
import { slugFrom } from "../../contract/rules/slug.ts";

/** The maximum length of a new slug; earlier ones may be longer. */
export const maxSlugLength = 80;

/** German writes ä as ae, and any-ascii would write a. */
const withE: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", Ä: "Ae", Ö: "Oe", Ü: "Ue" };

/** The text as a slug, which may be empty. */
export function slugOfText(text: string): string {
  const latin = text
    .normalize("NFC")
    .replace(/[äöüÄÖÜ]/g, (letter) => withE[letter]!)
    .replace(/[\p{L}\p{M}\p{Nd}]+/gu, (word) => anyAscii(word));
  return slugFrom(latin).slice(0, maxSlugLength).replace(/-+$/, "");
}
