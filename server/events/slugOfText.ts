/**
 * Makes the address of an event's page from a name in any script: first Latin letters, then the rules of
 * `contract/rules/slug.ts`. Only the server does it, because the table of any-ascii is large. Pure.
 */
import anyAscii from "any-ascii";
import { slugFrom } from "../../contract/rules/slug.ts";

/** The maximum length of a new slug. Slugs of earlier versions may be longer. */
export const maxSlugLength = 80;

/** German writes ä as ae. But any-ascii does not know the language, and writes a. */
const withE: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", Ä: "Ae", Ö: "Oe", Ü: "Ue" };

/** A text as a slug; empty if no letter or digit is left. Symbols and emoji are left out. */
export function slugOfText(text: string): string {
  const latin = text
    .normalize("NFC")
    .replace(/[äöüÄÖÜ]/g, (letter) => withE[letter]!)
    .replace(/[\p{L}\p{M}\p{Nd}]+/gu, (word) => anyAscii(word));
  return slugFrom(latin).slice(0, maxSlugLength).replace(/-+$/, "");
}
