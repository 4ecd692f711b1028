/** Which address an event gets: the one asked for, or one made from its name (docs/product.md §5, docs/wire.md §4). */
import { isReservedSlug, slugFrom } from "../../contract/rules/slug.ts";

/** The longest address that is made; numbers at its end come on top. */
const longestSlug = 80;

/** A text as an address; empty where nothing of it can stand in one. */
export function asSlug(text: string): string {
  return slugFrom(text).slice(0, longestSlug).replace(/-+$/, "");
}

/** What an address is made from: the name, or "event" where the name has no letter of one. */
export function slugBase(name: string): string {
  return asSlug(name) || "event";
}

/** The first of base, base-2, base-3 … that is neither taken nor reserved. */
export function firstFree(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(slug) && !isReservedSlug(slug)) return slug;
  }
}
